from parbleu.compat.sacrebleu.dataset.wmt_xml import *
