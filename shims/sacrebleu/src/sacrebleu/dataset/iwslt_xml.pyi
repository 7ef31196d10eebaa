from parbleu.compat.sacrebleu.dataset.iwslt_xml import *
