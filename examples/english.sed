# Cuts lines into tokens, as programs made for English do. In a locale of UTF-8: sed -E -f english.sed
# Punctuation stands alone, the printer's quotation marks and apostrophes too, wherever they are;
s/[]["“”«»‘’„(){}<>;:!?…@#$%&—–]/ & /g
# a comma, but not the one in 3,817;
s/,([^0-9]|$)/ , \1/g
# the full stop at the end, but not the one in a.m.
s/([^.])\.([[:space:]"”’»)]*)$/\1 .\2/
# The typewriter's apostrophe stands alone where it begins a word; else it is cut only where English has letters left out.
s/(^|[^[:alnum:]])'/\1 ' /g
s/([[:alpha:]])('s|'m|'d|'ll|'re|'ve|n't)([^[:alpha:]]|$)/\1 \2\3/g
s/[[:space:]]+/ /g
s/^ | $//g
