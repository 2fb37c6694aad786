// SPDX-License-Identifier: Apache-2.0
#include "sign/ssh_key.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "sign/wire.h"

namespace hopveil::sign {
namespace {

constexpr std::string_view kType = "ssh-ed25519";
constexpr std::size_t kSeedSize = 32;
constexpr std::size_t kKeyFileLimit = 1 << 20;

struct Free {
  void operator()(EVP_PKEY* owned) const { EVP_PKEY_free(owned); }
  void operator()(EVP_MD_CTX* owned) const { EVP_MD_CTX_free(owned); }
  void operator()(BIO* owned) const { BIO_free(owned); }
  void operator()(std::FILE* owned) const { std::fclose(owned); }
};
template <typename T>
using Owned = std::unique_ptr<T, Free>;

const unsigned char* as_bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

/// Text that is erased from memory at the end.
struct Secret {
  std::string text;
  explicit Secret(std::string value) : text(std::move(value)) {}
  Secret(const Secret&) = delete;
  Secret& operator=(const Secret&) = delete;
  ~Secret() { OPENSSL_cleanse(text.data(), text.size()); }
};

InputError no_usable_key(const std::string& found) {
  return InputError(found, "a signing key is an Ed25519 key without a passphrase",
                    "`ssh-keygen -t ed25519 -N '' -f KEY` makes one.");
}

Owned<EVP_PKEY> key_from_seed(std::string_view seed) {
  Owned<EVP_PKEY> key(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, as_bytes(seed), seed.size()));
  check(key != nullptr, "OpenSSL refused an Ed25519 key");
  return key;
}

PublicKey public_half(EVP_PKEY* key) {
  PublicKey::Bytes bytes{};
  std::size_t size = bytes.size();
  check(EVP_PKEY_get_raw_public_key(key, bytes.data(), &size) == 1 && size == bytes.size(),
        "OpenSSL gave no public key");
  return PublicKey(bytes);
}

/// The text between two armour lines, without its line ends. Nothing when they are not there.
std::optional<std::string> between_lines(std::string_view text, std::string_view begin,
                                         std::string_view end) {
  const auto first = text.find(begin);
  const auto last = text.find(end);
  if (first == std::string_view::npos || last == std::string_view::npos || last < first) return std::nullopt;
  std::string inside(text.substr(first + begin.size(), last - first - begin.size()));
  std::erase_if(inside, [](char c) { return c == '\n' || c == '\r'; });
  return inside;
}

/// PROTOCOL.key of OpenSSH.
Owned<EVP_PKEY> parse_openssh(std::string_view base64) {
  const auto decoded = from_base64(base64);
  if (!decoded) throw no_usable_key("this key file is damaged");
  const Secret bytes(*decoded);
  WireReader reader(bytes.text);
  constexpr std::string_view kMagic("openssh-key-v1\0", 15);
  if (reader.bytes(kMagic.size()) != kMagic) throw no_usable_key("this key file is damaged");
  if (reader.string() != "none") throw no_usable_key("this key is protected by a passphrase");
  reader.string();  // how the passphrase is stretched
  reader.string();  // and its parameters
  if (reader.number() != 1) throw no_usable_key("this file does not hold one key");
  const std::string_view public_blob = reader.string();
  WireReader section(reader.string());
  if (section.number() != section.number()) throw no_usable_key("this key file is damaged");
  if (section.string() != kType) throw no_usable_key("this key is of another kind");
  section.string();  // the public half again
  const std::string_view both = section.string();
  if (both.size() != kSeedSize + PublicKey::kSize) throw no_usable_key("this key file is damaged");
  Owned<EVP_PKEY> key = key_from_seed(both.substr(0, kSeedSize));
  if (public_half(key.get()).blob() != public_blob) throw no_usable_key("this key file is damaged");
  return key;
}

Owned<EVP_PKEY> parse_pem(std::string_view text) {
  const Owned<BIO> input(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  check(input != nullptr, "OpenSSL has no memory");
  bool asked = false;
  const auto ask = [](char*, int, int, void* context) {
    *static_cast<bool*>(context) = true;
    return -1;
  };
  Owned<EVP_PKEY> key(PEM_read_bio_PrivateKey(input.get(), nullptr, ask, &asked));
  if (asked) throw no_usable_key("this key is protected by a passphrase");
  if (key == nullptr) throw no_usable_key("this is no private key");
  if (EVP_PKEY_get_id(key.get()) != EVP_PKEY_ED25519) throw no_usable_key("this key is of another kind");
  return key;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  bool in_quotes = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') in_quotes = !in_quotes;
    const bool blank = i == line.size() || line[i] == ' ' || line[i] == '\t' || line[i] == '\r';
    if (!blank || (in_quotes && i < line.size())) continue;
    if (i > begin) words.push_back(line.substr(begin, i - begin));
    begin = i + 1;
  }
  return words;
}

/// Whether an options word of allowed_signers lets the key sign for `wanted`.
bool allows_namespace(std::string_view options, std::string_view wanted) {
  constexpr std::string_view kName = "namespaces=\"";
  if (!options.starts_with(kName) || options.find('"', kName.size()) != options.size() - 1) {
    throw InputError(fmt::format("the option {} cannot be judged here", options),
                     "this program knows only namespaces=\"..\"", "Use `ssh-keygen -Y verify`.");
  }
  std::string_view list = options.substr(kName.size(), options.size() - kName.size() - 1);
  while (true) {
    const auto comma = list.find(',');
    const std::string_view name = list.substr(0, comma);
    if (name == wanted || name == "*") return true;
    if (comma == std::string_view::npos) return false;
    list.remove_prefix(comma + 1);
  }
}

/// One line of a .pub or an allowed_signers file; nothing when it holds no key for us.
std::optional<TrustedKey> parse_trusted_line(std::string_view line, std::string_view signature_namespace) {
  const auto words = words_of(line);
  if (words.empty() || words[0].starts_with('#')) return std::nullopt;
  const auto type = std::find(words.begin(), words.end(), kType);
  if (type == words.end() || type + 1 == words.end()) return std::nullopt;
  const auto num_before = type - words.begin();
  if (num_before > 2) throw InputError("this line is not `principals [options] ssh-ed25519 key`");
  if (num_before == 2 && !allows_namespace(words[1], signature_namespace)) return std::nullopt;
  const auto blob = from_base64(*(type + 1));
  if (!blob) throw InputError("the key in this line is damaged");
  std::string_view owner = num_before > 0 ? words[0] : std::string_view();
  if (num_before == 0 && type + 2 != words.end()) owner = *(type + 2);
  return TrustedKey{PublicKey::from_blob(*blob), std::string(owner)};
}

}  // namespace

PublicKey PublicKey::from_blob(std::string_view blob) {
  WireReader reader(blob);
  if (reader.string() != kType) throw InputError("the key is of another kind than Ed25519");
  const std::string_view raw = reader.string();
  if (raw.size() != kSize || !reader.at_end()) throw InputError("the key is damaged");
  Bytes bytes{};
  std::copy(raw.begin(), raw.end(), bytes.begin());
  return PublicKey(bytes);
}

std::string PublicKey::blob() const {
  std::string blob;
  append_wire_string(kType, blob);
  append_wire_string({reinterpret_cast<const char*>(bytes_.data()), bytes_.size()}, blob);
  return blob;
}

std::string PublicKey::text() const {
  return fmt::format("{} {}", kType, to_base64(blob()));
}

std::string PublicKey::fingerprint() const {
  const std::string bytes = blob();
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  check(EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) == 1,
        "SHA-256 failed");
  std::string text = to_base64({reinterpret_cast<const char*>(digest.data()), size});
  text.erase(text.find_last_not_of('=') + 1);
  return "SHA256:" + text;
}

struct SigningKey::Key {
  Owned<EVP_PKEY> key;
};

SigningKey::SigningKey(std::unique_ptr<Key> key) : key_(std::move(key)) {}
SigningKey::SigningKey(SigningKey&&) noexcept = default;
SigningKey& SigningKey::operator=(SigningKey&&) noexcept = default;
SigningKey::~SigningKey() = default;

SigningKey SigningKey::parse(std::string_view text) {
  try {
    const auto openssh =
        between_lines(text, "-----BEGIN OPENSSH PRIVATE KEY-----", "-----END OPENSSH PRIVATE KEY-----");
    return SigningKey(std::make_unique<Key>(Key{openssh ? parse_openssh(*openssh) : parse_pem(text)}));
  } catch (const InputError& error) {
    // A damaged key ends too early somewhere; where is of no use to anybody.
    throw std::string_view(error.what()).starts_with("it ends") ? no_usable_key("this key file is damaged")
                                                                : error;
  }
}

SigningKey SigningKey::load(const std::string& path) {
  const Secret text(read_small_file(path, kKeyFileLimit));
  try {
    return parse(text.text);
  } catch (InputError& error) {
    error.in_file(path);
    throw;
  }
}

PublicKey SigningKey::public_key() const {
  return public_half(key_->key.get());
}

std::string SigningKey::sign(std::string_view message) const {
  const Owned<EVP_MD_CTX> context(EVP_MD_CTX_new());
  std::string signature(kSignatureSize, '\0');
  std::size_t size = signature.size();
  check(context != nullptr &&
            EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_->key.get()) == 1 &&
            EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()), &size,
                           as_bytes(message), message.size()) == 1 &&
            size == kSignatureSize,
        "OpenSSL could not sign");
  return signature;
}

bool is_signed_by(const PublicKey& key, std::string_view message, std::string_view signature) {
  const Owned<EVP_PKEY> owned(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, key.bytes().data(), key.bytes().size()));
  const Owned<EVP_MD_CTX> context(EVP_MD_CTX_new());
  check(owned != nullptr && context != nullptr &&
            EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, owned.get()) == 1,
        "OpenSSL cannot verify Ed25519");
  return EVP_DigestVerify(context.get(), as_bytes(signature), signature.size(), as_bytes(message),
                          message.size()) == 1;
}

std::vector<TrustedKey> parse_trusted_keys(std::string_view text, std::string_view signature_namespace) {
  std::vector<TrustedKey> keys;
  std::size_t number = 0;
  while (!text.empty()) {
    const auto end = text.find('\n');
    ++number;
    try {
      if (auto key = parse_trusted_line(text.substr(0, end), signature_namespace)) keys.push_back(*key);
    } catch (InputError& error) {
      error.at_line(number);
      throw;
    }
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  if (keys.empty()) {
    throw InputError("there is no Ed25519 key in this file",
                     "a key file holds a line `ssh-ed25519 AAAA..`, or lines of allowed_signers");
  }
  return keys;
}

std::vector<TrustedKey> load_trusted_keys(const std::string& path, std::string_view signature_namespace) {
  try {
    return parse_trusted_keys(read_small_file(path, kKeyFileLimit), signature_namespace);
  } catch (InputError& error) {
    error.in_file(path);
    throw;
  }
}

std::string read_small_file(const std::string& path, std::size_t limit) {
  const Owned<std::FILE> file(std::fopen(path.c_str(), "rbe"));
  if (file == nullptr && errno == ENOENT) throw InputError("there is no such file").in_file(path);
  if (file == nullptr) throw SystemError("read", path, errno);
  std::string text;
  std::array<char, 1 << 16> buffer{};
  while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
    text.append(buffer.data(), size);
    if (text.size() > limit) {
      throw InputError(fmt::format("this file is larger than {} bytes", limit)).in_file(path);
    }
  }
  if (std::ferror(file.get()) != 0) throw SystemError("read", path, errno);
  return text;
}

}  // namespace hopveil::sign
