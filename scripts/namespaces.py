#!/usr/bin/env python3
"""Puts the code of each internal folder of src/ into a namespace of its own. Re-runnable on a clean tree: namespaces.py ROOT"""
import collections, re, subprocess, sys
from pathlib import Path
ROOT = Path(sys.argv[1]).resolve()
# folder -> namespace; base, graph (vocabulary) and api (implements the public headers) stay in hopveil.
FOLDERS = {f: f for f in """io count dp query source infer mechanism ledger sign release fetch audit plan report verify cli""".split()}
FOLDERS["evaluate"] = "evaluation"  # hopveil::evaluate is a public function
ONLY = set(sys.argv[2].split(",")) if len(sys.argv) > 2 else set(FOLDERS)
FOLDERS = {f: n for f, n in FOLDERS.items() if f in ONLY}

def sources(*patterns):
    out = subprocess.run(["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", *patterns], capture_output=True, text=True, check=True).stdout.split("\n")
    return [f for f in out if f and (ROOT / f).exists()]

def tags(files, more=""):
    out = subprocess.run(["ctags", "--languages=C++", "--language-force=C++", "--kinds-C++=+p+x" + more, "--fields=+KsZ", "--extras=-q", "-x",
                          "--_xformat=%N\t%K\t%F\t%s\t%n", "-f", "-", *files], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [line.split("\t") for line in out.splitlines()]

def folder_of(path):
    parts = Path(path).parts
    return parts[1] if parts[0] == "src" and len(parts) > 2 else None

headers = [f for f in sources("*.h") if f.startswith("src/")]
public_headers = [f for f in sources("include/*.h", "include/**/*.h")]
owner = collections.defaultdict(set); kind = {}; header_of = collections.defaultdict(set)
INCLUDE = re.compile(r'^#include [<"]([\w/.]+)[>"]', re.M)
_direct = {}; _visible = {}
def direct(f):
    if f not in _direct:
        out = set()
        for name in INCLUDE.findall((ROOT / f).read_text()):
            for place in ("src/" + name, "include/" + name, str(Path(f).parent / name), "tests/" + name):
                if (ROOT / place).is_file(): out.add(place); break
        _direct[f] = out
    return _direct[f]
def visible(f):
    if f not in _visible:
        seen = set(); todo = [f]
        while todo:
            g = todo.pop()
            if g in seen: continue
            seen.add(g); todo += direct(g)
        _visible[f] = seen
    return _visible[f]
for name, k, f, scope, line in tags(headers):
    if scope != "hopveil" or k in ("macro", "namespace", "header", "using"): continue
    if name.startswith("operator"): continue
    owner[name].add(folder_of(f)); header_of[name].add(f)
    kind[name] = k
public = {}; public_home = {}
home_of_header = {}
for line in (ROOT / "src/modules.map").read_text().splitlines():
    m = re.match(r"(\w+):[^|]*\|(.*)", line)
    if m:
        for h in m.group(2).split(): home_of_header["include/hopveil/" + h] = m.group(1)
for name, k, f, scope, line in tags(public_headers):
    if scope == "hopveil" and k not in ("macro", "namespace", "header"):
        public[name] = k; public_home[name] = home_of_header.get(f)
# what is declared in the vocabulary or in the public interface is not moved
conflicts = {n: sorted(o) for n, o in owner.items() if len(o) > 1 or n in public}
for n, o in sorted(conflicts.items()): print("shared name:", n, o, "public" if n in public else "", kind[n])
for h in headers:
    for body in re.findall(r"^enum \w+[^{;]*\{([^}]*)\}", (ROOT / h).read_text(), re.M):
        for n in re.findall(r"\b(k[A-Z]\w*)", re.sub(r"//.*", "", body)):
            owner[n].add(folder_of(h)); header_of[n].add(h); kind[n] = "variable"
for h in headers + public_headers:
    for n in re.findall(r"^(?:class|struct) (\w+);", (ROOT / h).read_text(), re.M):
        if n in header_of: header_of[n].add(h)
moved = {n: next(iter(o)) for n, o in owner.items() if len(o) == 1 and n not in public and next(iter(o)) in FOLDERS}
for f, n in FOLDERS.items():
    if n in owner or n in public: print("NAMESPACE COLLIDES:", n, owner.get(n), public.get(n))
uses = {}
for line in (ROOT / "src/modules.map").read_text().splitlines():
    m = re.match(r"(\w+):([^|]*)\|", line)
    if m: uses[m.group(1)] = set(m.group(2).split())
def reach(folder):
    seen = set(); todo = [folder]
    while todo:
        f = todo.pop()
        if f in seen: continue
        seen.add(f); todo += uses.get(f, ())
    return seen
declared_in = collections.defaultdict(set)
all_files = [f for f in sources("*.cc", "*.h") if f.startswith(("src/", "tests/", "bench/", "fuzz/", "python/"))]
for name, k, f, scope, line in tags(all_files, "+l"): declared_in[f].add(name)
TYPE = {"class", "struct", "enum", "typedef", "union"}

TOKEN = re.compile(r'''(?P<skip>//[^\n]*|/\*.*?\*/|R"(?P<d>[^(]*)\(.*?\)(?P=d)"|"(?:[^"\\\n]|\\.)*"|(?<![0-9a-zA-Z_])'(?:[^'\\\n]|\\.)+'|^[ \t]*\#[ \t]*(?:include|error|pragma)[^\n]*)|(?P<num>\.?[0-9](?:'?[0-9a-zA-Z_.]|[eE][+-])*)|(?P<id>[A-Za-z_]\w*)|(?P<op>::|->|<<|>>|&&|\|\||[-+*/%&|^!=<>]=|.)''', re.S | re.M)
KEYWORDS = set("return else case throw co_return co_yield new delete in do not and or sizeof constexpr if while for".split())

forwarded = set()
def tokens(text):
    out = []
    for m in TOKEN.finditer(text):
        if m.group("skip") is not None or m.group().isspace(): continue
        out.append((m.group(), m.start(), m.lastgroup if m.lastgroup != "d" else "skip"))
    return out

def qualified(text, inside, seen, own=()):
    """`inside`: the folder whose names need no qualification, or None."""
    toks = tokens(text)
    inserts = []
    for i, (t, at, group) in enumerate(toks):
        if group != "id" or t not in moved: continue
        home = moved[t]
        if t not in forwarded and not header_of[t] & seen: continue
        if i > 1 and toks[i - 1][0] == "::" and toks[i - 2][0] == "hopveil":
            inserts.append((at, FOLDERS[home])); continue
        if home != inside and t in own: continue
        prev = toks[i - 1][0] if i else ""
        prev2 = toks[i - 2][0] if i > 1 else ""
        nxt = toks[i + 1][0] if i + 1 < len(toks) else ""
        if prev in (".", "->"): continue
        if prev == "(" and (prev2.startswith(("TEST", "RC_GTEST", "INSTANTIATE", "TYPED_TEST", "GTEST"))): continue
        if prev == "::":
            if prev2 == "hopveil": inserts.append((at, FOLDERS[home]))
            continue
        if home == inside: continue
        if prev in ("class", "struct", "enum") and nxt in (";", "{", ":", "final"): continue
        if prev == "friend": pass
        if prev in ("class", "typename") and nxt in (",", ">", "="): continue  # a template parameter
        if kind[t] in TYPE or t.startswith("k") and t[1:2].isupper():
            if t.startswith("k") and t[1:2].isupper() and nxt in ("=", ",", "}") and prev in ("{", ",") and in_enum(toks, i): continue
            inserts.append((at, FOLDERS[home])); continue
        # functions and variables
        declared = toks[i - 1][2] == "id" and prev not in KEYWORDS or prev == ">" and nxt in ("=", ";", "(", "{", ",", ")") or prev in ("&", "*") and i > 1 and (toks[i - 2][2] == "id" or prev2 == ">") and toks[i-1][1] + 1 != at
        if declared: continue
        if nxt in ("(", "<"): inserts.append((at, FOLDERS[home])); continue
        if t in locals_of(toks): continue
        if nxt in (",", ")", ";", "}") and prev in ("&", "=", ",", "(", "{", "return", ":", "?"): inserts.append((at, FOLDERS[home]))
    for at, ns in reversed(inserts): text = text[:at] + ns + "::" + text[at:]
    return text, len(inserts)

def in_enum(toks, i):
    depth = 0
    for j in range(i, -1, -1):
        if toks[j][0] == "}": depth += 1
        if toks[j][0] == "{":
            if depth == 0:
                back = [t[0] for t in toks[max(0, j - 6):j]]
                return "enum" in back
            depth -= 1
    return False

_cache = {}
def locals_of(toks):
    key = id(toks)
    if key not in _cache:
        _cache.clear()
        names = set()
        for i in range(1, len(toks) - 1):
            if toks[i][2] == "id" and toks[i + 1][0] in ("=", ";", ",", ")", "{", ":", "(") and (toks[i - 1][2] == "id" and toks[i - 1][0] not in KEYWORDS or toks[i - 1][0] in (">", "&", "*")):
                if toks[i + 1][0] != "(": names.add(toks[i][0])
        # structured bindings
        for i in range(len(toks) - 1):
            if toks[i][0] == "[" and i and toks[i - 1][0] in ("auto", "&"):
                j = i + 1
                while j < len(toks) and toks[j][0] != "]":
                    if toks[j][2] == "id": names.add(toks[j][0])
                    j += 1
        _cache[key] = names
    return _cache[key]

def implements_public(text, folder):
    """A .cc that defines what a public header declares."""
    for line in text.split("\n"):
        if not line or line[0] in " #/}": continue
        for n in re.findall(r"\b([A-Z]\w*)::~?\w+", line):
            if n in public and public_home[n] == folder: return n
        if not line.rstrip().endswith(";"):
            m = re.match(r"[\w:<>,&* ]*?[ &*>](\w+)\(", line)
            if m and m.group(1) in public and public_home[m.group(1)] == folder and public[m.group(1)] in ("prototype", "function"): return m.group(1)
    return None

def main():
    count = 0; publics = []
    files = [f for f in sources("*.cc", "*.h", "*.in") if f.startswith(("src/", "tests/", "bench/", "fuzz/", "python/", "apps/", "examples/")) and f.endswith((".cc", ".h"))]
    for f in files:
        path = ROOT / f
        text = old = path.read_text()
        folder = folder_of(f)
        if folder in FOLDERS and f.endswith(".cc") and not f.endswith("_test.cc"):
            why = implements_public(text, folder)
            if f == "src/count/row_kernel.cc":
                why = None
                text = text.replace("""std::string simd_target_name() {
  return HWY_DYNAMIC_DISPATCH(target_name)();
}

}  // namespace hopveil
""", """static std::string chosen_target_name() {
  return HWY_DYNAMIC_DISPATCH(target_name)();
}

}  // namespace hopveil

std::string hopveil::simd_target_name() {
  return @@count::chosen_target_name();
}
""")
            if why: publics.append((f, why))
        else: why = None
        inside = None
        if folder in FOLDERS and not why and "namespace hopveil {" in text: inside = folder
        if "hopveil" not in text and "moved" not in text: continue
        own = declared_in[f] - {n for n in moved if moved[n] == folder} if not inside else declared_in[f]
        forward = []
        for m in re.finditer(r"^(class|struct) (\w+);.*\n", text, re.M):
            if m.group(2) in moved and moved[m.group(2)] != inside: forward.append((moved[m.group(2)], m.group(1), m.group(2), m.group(0)))
        own = set(own) - {x[2] for x in forward}
        forwarded.clear(); forwarded.update(x[2] for x in forward)
        text, n = qualified(text, inside, visible(f), own)
        for home, word, name, line in forward: text = text.replace(line, "", 1)
        for m in re.finditer(r"friend class (\w+);", text):
            if m.group(1) in moved and moved[m.group(1)] != inside:
                forward.append((moved[m.group(1)], "class", m.group(1), ""))
                text = text.replace(m.group(0), f"friend class {FOLDERS[moved[m.group(1)]]}::{m.group(1)};")
        for home, word, name, line in forward:
            at = text.index("namespace hopveil")
            comment = re.search(r"\s*//.*", line)
            text = text[:at] + f"namespace hopveil::{FOLDERS[home]} {{\n{word} {name};{comment.group(0).rstrip() if comment else ''}\n}}\n" + text[at:]
        if inside:
            ns = "hopveil::" + FOLDERS[folder]
            text = text.replace("namespace hopveil {", f"namespace {ns} {{").replace("}  // namespace hopveil\n", f"}}  // namespace {ns}\n")
        text = text.replace("@@", "") if f == "src/count/row_kernel.cc" else text
        if text != old: path.write_text(text); count += 1
    table = ROOT / "tests/mutants/mutants.txt"
    out, block, sign, inside = [], [], None, None
    where = where_folder = None
    def flush():
        if block:
            new, _ = qualified("\n".join(block), inside, visible(where), declared_in[where])
            out.extend(sign + l for l in new.split("\n"))
            block.clear()
    public_files = {f for f, _ in publics}
    for line in table.read_text().split("\n"):
        if line[:1] in ("-", "+") and line:
            if sign != line[0]: flush()
            sign = line[0]; block.append(line[1:]); continue
        flush(); sign = None
        m = re.match(r"[\w-]+: (\S+): ", line)
        if m: where = m.group(1); where_folder = folder_of(where)
        if m: inside = folder_of(m.group(1)) if m.group(1) not in public_files else None
        out.append(line)
    flush()
    table.write_text("\n".join(out))
    print(count, "files changed;", len(moved), "names moved;", "files that define public names:", publics)
if __name__ == "__main__": main()
