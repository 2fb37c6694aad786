// SPDX-License-Identifier: Apache-2.0
#pragma once

// Ed25519 keys in the files that OpenSSH reads and writes.

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hopveil::sign {

class PublicKey {
 public:
  static constexpr std::size_t kSize = 32;
  using Bytes = std::array<unsigned char, kSize>;

  explicit PublicKey(const Bytes& bytes) : bytes_(bytes) {}
  /// From the wire format: the type's name and the 32 bytes. Throws InputError, without a place, for anything
  /// else.
  static PublicKey from_blob(std::string_view blob);

  const Bytes& bytes() const { return bytes_; }
  std::string blob() const;
  /// "ssh-ed25519 AAAA..": a line of a .pub file.
  std::string text() const;
  /// "SHA256:..", as `ssh-keygen -l` prints it.
  std::string fingerprint() const;

  friend bool operator==(const PublicKey&, const PublicKey&) = default;

 private:
  Bytes bytes_;
};

/// A private key. Not copied; erased at the end.
class SigningKey {
 public:
  static constexpr std::size_t kSignatureSize = 64;

  /// Reads what `ssh-keygen -t ed25519 -N ''` or `openssl genpkey -algorithm ed25519` write. Throws
  /// InputError when the key is of another kind, damaged or encrypted, SystemError when the file cannot be
  /// read.
  static SigningKey load(const std::string& path);
  /// The same from a file's text, without its name in errors.
  static SigningKey parse(std::string_view text);

  SigningKey(SigningKey&&) noexcept;
  SigningKey& operator=(SigningKey&&) noexcept;
  ~SigningKey();

  PublicKey public_key() const;
  /// 64 bytes.
  std::string sign(std::string_view message) const;

 private:
  struct Key;
  explicit SigningKey(std::unique_ptr<Key> key);
  std::unique_ptr<Key> key_;
};

bool is_signed_by(const PublicKey& key, std::string_view message, std::string_view signature);

/// A key that whoever checks a signature trusts.
struct TrustedKey {
  PublicKey key;
  std::string owner;  ///< the principals of an allowed_signers line, or the comment of a .pub line
};

/// Reads a .pub file, or an allowed_signers file as `ssh-keygen -Y verify` reads it (lines for other
/// namespaces and of other kinds of keys are left out). Throws InputError when no Ed25519 key remains, or
/// when a line has an option that this program cannot judge (certificates, dates).
std::vector<TrustedKey> load_trusted_keys(const std::string& path, std::string_view signature_namespace);
std::vector<TrustedKey> parse_trusted_keys(std::string_view text, std::string_view signature_namespace);

/// A whole small file. Throws InputError when it is missing or has more than `limit` bytes, SystemError when
/// it cannot be read.
std::string read_small_file(const std::string& path, std::size_t limit);

}  // namespace hopveil::sign
