// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.h"

#include <array>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "base/check.h"

namespace hopveil {

struct Sha256::Context {
  struct Free {
    void operator()(EVP_MD_CTX* owned) const { EVP_MD_CTX_free(owned); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> digest{EVP_MD_CTX_new()};
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  check(context_->digest != nullptr && EVP_DigestInit_ex(context_->digest.get(), EVP_sha256(), nullptr) == 1,
        "OpenSSL has no SHA-256");
}

Sha256::~Sha256() = default;

void Sha256::update(std::string_view bytes) {
  check(EVP_DigestUpdate(context_->digest.get(), bytes.data(), bytes.size()) == 1, "SHA-256 failed");
}

std::string Sha256::hex() const {
  // Finishing ends a digest, so a copy is finished.
  Context copy;
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes;
  unsigned size = 0;
  check(copy.digest != nullptr && EVP_MD_CTX_copy_ex(copy.digest.get(), context_->digest.get()) == 1 &&
            EVP_DigestFinal_ex(copy.digest.get(), bytes.data(), &size) == 1,
        "SHA-256 failed");
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", bytes[i]);
  return text;
}

}  // namespace hopveil
