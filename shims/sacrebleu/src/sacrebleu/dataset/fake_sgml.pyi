from parbleu.compat.sacrebleu.dataset.fake_sgml import *
