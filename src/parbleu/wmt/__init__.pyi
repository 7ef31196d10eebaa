# Written by tools/make_lazy_stubs.py.
