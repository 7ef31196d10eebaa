# Cuts words into pieces of four characters, with a mark where a word begins: what subwords look like, without a model.
# In a locale of UTF-8: sed -f pieces.sed
s/^/▁/
s/ / ▁/g
s/[^ ]\{4\}/& /g
s/  */ /g
s/ $//
