"""Tests that a language is known by its language, in every spelling, and a pair by its languages."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from own_process import printed
from parbleu.errors import OptionError
from parbleu.text import _language_codes
from parbleu.text._languages import (
    Language,
    doubtful_code,
    pair_by_region,
    read_language,
    same_pairs,
    split_pair,
    target_language,
)

SPELLINGS = {
    "zh": "zh zho chi cmn zh_CN zh-TW zh_Hant cmn_Hans cmn_Hant zho-Hans zho-CN zh-cmn-Hans-CN zh-guoyu",
    "yue": "yue yue_Hant zh-yue yue-HK",
    "wuu": "wuu wuu_Hans zh-wuu",
    "ja": "ja jpn jpn_Jpan ja_JP ja-JP jpn_Hira jpn_Hani ja_XX",
    "ko": "ko kor ko_KR kor_Hang ko-KP kor_Kore",
    "th": "th tha th_TH tha_Thai",
    "my": "my mya bur mya_Mymr my-MM",
    "bo": "bo bod tib bod_Tibt bo-CN",
    "he": "he heb iw heb_Hebr he-IL",
    "id": "id ind in ind_Latn",
    "yi": "yi yid ji ydd_Hebr",
    "jv": "jv jav jw",
    "ro": "ro ron rum mo mol ro-MD",
    "de": "de deu ger deu_Latn de_DE de-AT de_XX",
    "fa": "fa fas per pes_Arab prs fa-AF",
    "ak": "ak aka twi tw twi_Latn_asan1239 twi_Latn_akua1239",
    "apc": "apc ajp apc_Arab_nort3139",
    "ar": "ar ara arb arb_Arab arb_Latn",
    "arz": "arz arz_Arab ar-arz",
    "fil": "fil tl tgl fil_Latn",
    "et": "et est ekk_Latn",
    "sq": "sq sqi als als_Latn",
    "gn": "gn grn gug",
    "lv": "lv lav lvs_Latn",
    "no": "no nor nb nob_Latn",
    "nn": "nn nno_Latn",
    "sr": "sr srp sr_Cyrl_RS srp_Latn sh scc",
    "bho": "bho bho_IN bho_Deva bh bih",
    "ps": "ps pus pbt_Arab",
    "sw": "sw swa swh_Latn swc",
    "tlh": "tlh i-klingon",
}
CODES = sorted({code for spelled in SPELLINGS.values() for code in spelled.split()})

NTREX = (
    "afr amh arb aze-Latn bak bel bem ben bod bos bul cat ces ckb-Arab cym dan deu div dzo ell eng eng-GB "
    "eng-IN eng-US est eus ewe fao fas fij fil fin fra fra-CA fuc gle glg gsw-BE gsw-ZH guj hau heb hin "
    "hmn hrv hun hye ibo ind isl ita jpn kan kat kaz khm kin kir kmr kor lao lav lit ltz mal mar mey mkd "
    "mlg mlt mon mri msa mya nde nep nld nno nob nso nya orm pan pol por por-BR prs pus ron rus shi sin "
    "slk slv smo sna-Latn snd-Arab som spa spa-MX sqi srp-Cyrl srp-Latn ssw swa swe tah tam tat tel "
    "tgk-Cyrl tha tir ton tsn tuk tur uig ukr urd uzb ven vie wol xho yor yue zho-CN zho-TW zul "
)
FLORES = (
    "ace_Arab ace_Latn acm_Arab acq_Arab aeb_Arab afr_Latn ajp_Arab aka_Latn als_Latn amh_Ethi apc_Arab "
    "apc_Arab_nort3139 apc_Arab_sout3123 arb_Arab arb_Latn ars_Arab ary_Arab arz_Arab asm_Beng ast_Latn "
    "awa_Deva ayr_Latn azb_Arab azj_Latn bak_Cyrl bam_Latn ban_Latn bel_Cyrl bem_Latn ben_Beng bho_Deva "
    "bjn_Arab bjn_Latn bod_Tibt bos_Latn bug_Latn bul_Cyrl cat_Latn ceb_Latn ces_Latn cjk_Latn ckb_Arab "
    "cmn_Hans cmn_Hant crh_Latn cym_Latn dan_Latn deu_Latn dik_Latn dyu_Latn dzo_Tibt ekk_Latn ell_Grek "
    "eng_Latn epo_Latn est_Latn eus_Latn ewe_Latn fao_Latn fij_Latn fil_Latn fin_Latn fon_Latn fra_Latn "
    "fur_Latn fuv_Latn gaz_Latn gla_Latn gle_Latn glg_Latn grn_Latn gug_Latn guj_Gujr hat_Latn hau_Latn "
    "heb_Hebr hin_Deva hne_Deva hrv_Latn hun_Latn hye_Armn ibo_Latn ilo_Latn ind_Latn isl_Latn ita_Latn "
    "jav_Latn jpn_Jpan kab_Latn kac_Latn kam_Latn kan_Knda kas_Arab kas_Deva kat_Geor kaz_Cyrl kbp_Latn "
    "kea_Latn khk_Cyrl khm_Khmr kik_Latn kin_Latn kir_Cyrl kmb_Latn kmr_Latn knc_Arab knc_Latn kon_Latn "
    "kor_Hang ktu_Latn lao_Laoo lij_Latn lim_Latn lin_Latn lit_Latn lmo_Latn ltg_Latn ltz_Latn "
    "lua_Latn lug_Latn luo_Latn lus_Latn lvs_Latn mag_Deva mai_Deva mal_Mlym mar_Deva mhr_Cyrl min_Arab "
    "min_Latn mkd_Cyrl mlt_Latn mni_Beng mos_Latn mri_Latn mya_Mymr myv_Cyrl nld_Latn nno_Latn nob_Latn "
    "npi_Deva nso_Latn nus_Latn nya_Latn oci_Latn ory_Orya pag_Latn pan_Guru pap_Latn pbt_Arab pes_Arab "
    "plt_Latn pol_Latn por_Latn prs_Arab quy_Latn ron_Latn run_Latn rus_Cyrl sag_Latn san_Deva sat_Olck "
    "scn_Latn shn_Mymr sin_Sinh slk_Latn slv_Latn smo_Latn sna_Latn snd_Arab som_Latn sot_Latn spa_Latn "
    "srd_Latn srp_Cyrl ssw_Latn sun_Latn swe_Latn swh_Latn szl_Latn tam_Taml taq_Latn taq_Tfng tat_Cyrl "
    "tel_Telu tgk_Cyrl tgl_Latn tha_Thai tir_Ethi tpi_Latn tsn_Latn tso_Latn tuk_Latn tum_Latn tur_Latn "
    "twi_Latn twi_Latn_akua1239 twi_Latn_asan1239 tzm_Tfng uig_Arab ukr_Cyrl umb_Latn urd_Arab uzn_Latn "
    "vec_Latn vie_Latn war_Latn wol_Latn wuu_Hans xho_Latn ydd_Hebr yor_Latn yue_Hant zgh_Tfng zho_Hans "
    "zho_Hant zsm_Latn zul_Latn "
)
WMT = (
    "ar_EG bho_IN cs_CZ et_EE fil_PH is_IS it_IT ja_JP ko_KR mas_KE pt_BR ru_RU sr_Cyrl_RS sr_Latn_RS "
    "th_TH uk_UA zh_CN zh_TW "
)


@pytest.mark.parametrize("code", SPELLINGS)
def test_spellings_of_a_language_are_one(code):
    for spelled in SPELLINGS[code].split():
        for written in (spelled, spelled.upper(), spelled.lower(), spelled.replace("_", "-"), f" {spelled}"):
            language = read_language(written)
            assert (language.code, language.is_known) == (code, True), written


@pytest.mark.parametrize("code", [*NTREX.split(), *FLORES.split(), *WMT.split()])
def test_codes_of_published_test_sets_are_known(code):
    language = read_language(code)
    assert language.is_known
    scripts = [part for part in re.split("[-_]", code) if len(part) == 4 and part.istitle()]
    assert language.script in (scripts or ["", "Hans", "Hant"])
    for pair in ([code, "eng"], ["eng", code], [code, "zho-TW"], ["fra-CA", code]):
        assert list(split_pair("-".join(pair))) == pair


def test_scripts_and_regions_are_read():
    assert read_language("sr_cyrl_rs") == Language("sr", "Cyrl", "RS", True)
    assert read_language("es-419") == Language("es", "", "419", True)
    assert read_language("en-UK").region == "GB"
    assert read_language("fr_XX").region == ""
    assert read_language("ca_ES@valencia") == read_language("ca_ES.UTF-8") == Language("ca", "", "ES", True)
    assert read_language("sh").script == "Latn"
    assert read_language("en-US-x-Hant").script == ""
    assert read_language("zh_HK").script == read_language("zh-tw").script == "Hant"


@pytest.mark.parametrize(
    "code", ["", "x", "xx", "klingon", "chinese", "jp", "cn", "qaa", "zh" * 9, "-", "_", "é", "=", " "]
)
def test_unknown_codes_are_languages_of_which_nothing_is_known(code):
    language = read_language(code)
    assert not language.is_known
    assert language.has_blanks
    assert language.word_rules == ""


@given(st.text(max_size=20))
def test_anything_can_be_read(code):
    language = read_language(code)
    assert language.word_rules in ("", "zh", "ja", "ko", language.code)


@pytest.mark.parametrize(
    ("rules", "codes"),
    {
        "zh": "zh zh_CN zh-TW zho_Hans cmn_Hans Zh yue yue_Hant wuu hak nan cdo cjy gan hsn lzh zh_Hani",
        "ja": "ja ja_JP jpn_Jpan jpn_Kana",
        "ko": "ko ko_KR kor_Hang KO",
        "th": "th tha_Thai",
        "lo": "lo lao_Laoo",
        "km": "km khm_Khmr",
        "my": "my mya_Mymr bur",
        "bo": "bo bod_Tibt",
        "dz": "dz dzo_Tibt",
        "shn": "shn shn_Mymr",
        "jv": "jv_Java",
        "": "en de_DE vi zh_Latn zho-Latn-pinyin nan_Latn jpn_Latn ko-Latn th_Latn jv ban_Latn eng xx",
    }.items(),
)
def test_word_rules_are_those_of_the_language_in_its_script(rules, codes):
    assert {code: read_language(code).word_rules for code in codes.split()} == dict.fromkeys(
        codes.split(), rules
    )


@pytest.mark.parametrize(
    ("pair", "target"),
    {
        "en-zh": "zh",
        "en-zh_CN": "zh_CN",
        "en-zh-TW": "zh-TW",
        "en-zh-tw": "zh-tw",
        "EN-ZH-TW": "ZH-TW",
        "eng_Latn-zho_Hans": "zho_Hans",
        "fra-CA-eng-GB": "eng-GB",
        "zho-TW-jpn": "jpn",
        "eng-zho-CN": "zho-CN",
        "zh-TW-zh-CN": "zh-CN",
        "en-US-pt-BR": "pt-BR",
        "en-zh-Hant-HK": "zh-Hant-HK",
        "zh-Hans-CN-en-US": "en-US",
        "en-es-419": "es-419",
        "es-419-en": "en",
        "sr-Latn-RS-en": "en",
        "en-zh-yue": "zh-yue",
        "zh-yue-en": "en",
        "de-CH-fr": "fr",
        "pt-BR-fr": "fr",
        "en-pt-br": "pt-br",
        "pt-br-fr": "fr",
        "en-fr-ca": "fr-ca",
        "fr-ca-en": "en",
        "en-nl-be": "nl-be",
        "de-FR-ca": "ca",
        "de-fr-CA": "fr-CA",
        "twi_Latn_asan1239-eng_Latn": "eng_Latn",
        "en-klingon": "klingon",
        "en-xx": "xx",
        "xx-yy-zz": "yy-zz",
        "en-de-fr": "de-fr",
    }.items(),
)
def test_pairs_are_split_between_languages(pair, target):
    assert split_pair(pair) == (pair[: -len(target) - 1], target)


@given(st.sampled_from(CODES), st.sampled_from(CODES))
def test_pairs_of_known_codes_have_these_languages(source, target):
    for pair in (f"{source}-{target}", f"{source}-{target}".replace("_", "-")):
        read = [read_language(code).code for code in split_pair(pair)]
        assert read == [read_language(source).code, read_language(target).code], pair


@pytest.mark.parametrize("pair", ["", "-", "en-", "-zh", "en--zh", "en_zh", "en_de", "enzh", "german"])
def test_what_is_no_pair_is_refused(pair):
    with pytest.raises(OptionError, match="give source and target, such as"):
        target_language(pair)


@pytest.mark.parametrize("code", ["zh", "yue", "kor_Hang", "jpn_Jpan", "ko_KR", "sr_Latn_RS"])
def test_one_language_is_the_target(code):
    assert target_language(code) == code
    with pytest.raises(OptionError, match="give source and target, such as"):
        split_pair(code)


@pytest.mark.parametrize(
    ("written", "pair"),
    [
        ("en/ja", "en-ja"),
        ("en_ja", "en-ja"),
        ("en to ja", "en-ja"),
        ("en→ja", "en-ja"),
        ("enja", "en-ja"),
        ("en2ja", "en-ja"),
        ("en–ja", "en-ja"),
        ("eng_Latn/jpn_Jpan", "eng_Latn-jpn_Jpan"),
        ("zh", "en-zh"),
        ("german", "en-de"),
    ],
)
def test_what_is_spelled_otherwise_is_hinted_at(written, pair):
    with pytest.raises(OptionError, match=f"is not a language pair: .* such as {pair}$"):
        split_pair(written)


def test_a_region_alone_is_no_target():
    for region, language in (("ua", "uk"), ("jp", "ja"), ("cn", "zh"), ("cz", "cs")):
        with pytest.raises(OptionError, match=f"'{region}' is no known code .*: did you mean {language}?"):
            target_language(region)
    assert target_language("uk") == "uk"


def test_a_second_target_is_doubtful():
    assert doubtful_code("cs-uk") == "'cs-uk' is read as cs of the region UK, and a pair has one target"
    assert doubtful_code("cs_de") != ""
    for code in ("pt-br", "zh-tw", "cs_CZ", "cs-UK", "en_GB", "fr-ca", "uk", "zh_Hant", "es-419", "de-1996"):
        assert doubtful_code(code) == "", code


def test_regions_stand_for_languages_where_a_pair_is_not_there():
    pairs = ["en-cs", "en-zh_CN", "en-zh_TW", "cs-uk", "en-ko"]
    for written, meant in (
        ("en-cn", "en-zh_CN"),
        ("cz-ua", "cs-uk"),
        ("en-kr", "en-ko"),
        ("en-jp", None),
        ("en", None),
    ):
        assert pair_by_region(written, lambda pair: same_pairs(pair, pairs)) == meant, written


def test_pairs_of_the_same_languages_are_found():
    assert same_pairs("eng_Latn-zho_Hans", ["en-de", "en-zh", "zh-en"]) == ["en-zh"]
    assert same_pairs("en-zh", ["en-zh_CN", "en-zh_TW", "en-ja"]) == ["en-zh_CN", "en-zh_TW"]
    assert same_pairs("en-zh", ["en-zh", "en-zh_TW"]) == ["en-zh"]
    assert same_pairs("en-zh_Hant", ["en-zh_CN", "en-zh_TW"]) == ["en-zh_TW"]
    assert same_pairs("en-de", ["en-cs", "?-?", "all"]) == []


def test_tables_hold_each_code_once():
    for table in (
        "ALPHA_3",
        "REPLACED",
        "PRINCIPAL",
        "MACROLANGUAGES",
        "UNSPACED_LANGUAGES",
        "REGIONS",
        "SCRIPTS",
    ):
        text = getattr(_language_codes, table)
        codes = [word.partition("=")[0] for word in text.split()]
        assert len(codes) == len(set(codes)), table
        assert text[0] == text[-1] == " ", table


def test_every_code_of_langcodes_is_known():
    data = pytest.importorskip("langcodes.data_dicts")
    unknown = [code for code in data.LANGUAGE_ALPHA3 if not read_language(code).is_known]
    assert unknown == []
    for two, three in data.LANGUAGE_ALPHA3.items():
        assert read_language(two).code == read_language(three).code


def test_scoring_without_a_language_pair_loads_no_codes():
    program = (
        "import sys, parbleu; parbleu.BLEU().corpus_score(['a b'], [['a b']]); "
        "print('parbleu.text._language_codes' in sys.modules)"
    )
    assert printed(program) == "False\n"
