// SPDX-License-Identifier: Apache-2.0
#include "sign/sshsig.h"

#include <array>
#include <memory>

#include <fmt/format.h>
#include <openssl/evp.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "sign/wire.h"

namespace hopveil::sign {
namespace {

constexpr std::string_view kMagic = "SSHSIG";
constexpr std::uint32_t kVersion = 1;
constexpr std::string_view kBegin = "-----BEGIN SSH SIGNATURE-----\n";
constexpr std::string_view kEnd = "-----END SSH SIGNATURE-----\n";
constexpr std::size_t kLineLength = 70;
constexpr std::string_view kKeyType = "ssh-ed25519";

std::string digest_of(std::string_view message, std::string_view algorithm) {
  const EVP_MD* kind = algorithm == "sha512" ? EVP_sha512() : algorithm == "sha256" ? EVP_sha256() : nullptr;
  if (kind == nullptr) throw InputError("the signature uses an unknown checksum");
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  check(EVP_Digest(message.data(), message.size(), digest.data(), &size, kind, nullptr) == 1,
        "a checksum failed");
  return {reinterpret_cast<const char*>(digest.data()), size};
}

std::string signed_text(std::string_view signature_namespace, std::string_view reserved,
                        std::string_view algorithm, std::string_view message) {
  std::string text(kMagic);
  append_wire_string(signature_namespace, text);
  append_wire_string(reserved, text);
  append_wire_string(algorithm, text);
  append_wire_string(digest_of(message, algorithm), text);
  return text;
}

std::string armoured(std::string_view blob) {
  const std::string base64 = to_base64(blob);
  std::string text(kBegin);
  for (std::size_t begin = 0; begin < base64.size(); begin += kLineLength) {
    text.append(base64, begin, kLineLength).append("\n");
  }
  return text.append(kEnd);
}

std::string blob_of(std::string_view signature_text) {
  std::string base64;
  for (std::size_t i = kBegin.size(); i + kEnd.size() < signature_text.size(); ++i) {
    if (signature_text[i] != '\n') base64 += signature_text[i];
  }
  const auto blob = from_base64(base64);
  if (!blob || armoured(*blob) != signature_text) {
    throw InputError("it is not written as OpenSSH writes a signature");
  }
  return *blob;
}

}  // namespace

std::string sign_message(const SigningKey& key, std::string_view signature_namespace,
                         std::string_view message) {
  constexpr std::string_view kAlgorithm = "sha512";
  std::string signature;
  append_wire_string(kKeyType, signature);
  append_wire_string(key.sign(signed_text(signature_namespace, "", kAlgorithm, message)), signature);
  std::string blob(kMagic);
  append_wire_number(kVersion, blob);
  append_wire_string(key.public_key().blob(), blob);
  append_wire_string(signature_namespace, blob);
  append_wire_string("", blob);
  append_wire_string(kAlgorithm, blob);
  append_wire_string(signature, blob);
  return armoured(blob);
}

std::function<std::string(std::string_view)> release_signer(const std::string& key_file) {
  if (key_file.empty()) return {};
  const auto key = std::make_shared<SigningKey>(SigningKey::load(key_file));
  return [key](std::string_view metadata) { return sign_message(*key, kReleaseNamespace, metadata); };
}

PublicKey signer_of(std::string_view signature_text, std::string_view signature_namespace,
                    std::string_view message) {
  const std::string blob = blob_of(signature_text);
  WireReader reader(blob);
  if (reader.bytes(kMagic.size()) != kMagic || reader.number() != kVersion) {
    throw InputError("it is no SSH signature of version 1");
  }
  const PublicKey key = PublicKey::from_blob(reader.string());
  const std::string_view found_namespace = reader.string();
  const std::string_view reserved = reader.string();
  const std::string_view algorithm = reader.string();
  WireReader signature(reader.string());
  if (signature.string() != kKeyType) throw InputError("it is no Ed25519 signature");
  const std::string_view raw = signature.string();
  if (!reader.at_end() || !signature.at_end() || !reserved.empty()) {
    throw InputError("it holds more than a signature");
  }
  if (found_namespace != signature_namespace) {
    throw InputError(
        fmt::format("it is for another purpose (namespace \"{}\" is expected)", signature_namespace));
  }
  if (!is_signed_by(key, signed_text(found_namespace, reserved, algorithm, message), raw)) {
    throw InputError("it is not a signature of this text");
  }
  return key;
}

}  // namespace hopveil::sign
