// SPDX-License-Identifier: Apache-2.0
// Signatures by this program and by the real ssh-keygen, each checked by the other.

#include "sign/sshsig.h"

#include <cstdlib>

#include <gmock/gmock.h>

#include <hopveil/errors.h>

#include "support/temporary_folder.h"
#include "support/text_files.h"

namespace hopveil::sign {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kMessage = "{\n  \"table_sha256\": \"abc\"\n}\n";

class SshSignature : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(shell("ssh-keygen -q -t ed25519 -N '' -C steward -f key"), 0); }
  std::string file(const std::string& name) const { return folder.path(name); }
  void write(const std::string& name, const std::string& text) const {
    testing::write_text(file(name), text);
  }
  std::string read(const std::string& name) const { return testing::read_text(file(name)); }
  int shell(const std::string& command) const {
    return std::system(("cd '" + file(".") + "' && " + command + " >out.txt 2>&1").c_str());
  }
  template <typename Work>
  static std::string refusal(const Work& work) {
    try {
      work();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  testing::TemporaryFolder folder;
};

TEST_F(SshSignature, MadeHereIsAcceptedBySshKeygen) {
  const SigningKey key = SigningKey::load(file("key"));
  write("message", kMessage);
  write("message.sig", sign_message(key, kReleaseNamespace, kMessage));
  write("signers", "steward@example.org " + key.public_key().text() + "\n");
  const std::string verify =
      "ssh-keygen -Y verify -f signers -I steward@example.org -n hopveil-release "
      "-s message.sig < message";
  EXPECT_EQ(shell(verify), 0) << read("out.txt");
  write("message", kMessage + " ");
  EXPECT_NE(shell(verify), 0);
}

TEST_F(SshSignature, MadeBySshKeygenIsAcceptedHere) {
  write("message", kMessage);
  for (const char* hash : {"sha512", "sha256"}) {
    ASSERT_EQ(
        shell(std::string("rm -f message.sig; ssh-keygen -Y sign -f key -n hopveil-release -O hashalg=") +
              hash + " message"),
        0)
        << read("out.txt");
    const PublicKey signer = signer_of(read("message.sig"), kReleaseNamespace, kMessage);
    EXPECT_EQ(signer, SigningKey::load(file("key")).public_key());
    EXPECT_EQ(signer, load_trusted_keys(file("key.pub"), kReleaseNamespace).at(0).key);
    ASSERT_EQ(shell("ssh-keygen -l -f key.pub"), 0);
    EXPECT_THAT(read("out.txt"), HasSubstr(signer.fingerprint()));
  }
}

TEST_F(SshSignature, ReadsKeysOfOpenssl) {
  if (shell("openssl genpkey -algorithm ed25519 -out pem") != 0) GTEST_SKIP() << "there is no openssl here";
  const SigningKey key = SigningKey::load(file("pem"));
  EXPECT_EQ(signer_of(sign_message(key, kReleaseNamespace, kMessage), kReleaseNamespace, kMessage),
            key.public_key());
  ASSERT_EQ(shell("openssl genpkey -algorithm ed25519 -aes256 -pass pass:x -out encrypted"), 0);
  EXPECT_THAT(refusal([&] { SigningKey::load(file("encrypted")); }), HasSubstr("passphrase"));
}

TEST_F(SshSignature, OtherAndDamagedKeysAreRefusedWithAReason) {
  ASSERT_EQ(shell("ssh-keygen -q -t ed25519 -N secret -f locked"), 0);
  EXPECT_THAT(refusal([&] { SigningKey::load(file("locked")); }),
              ::testing::AllOf(HasSubstr("locked: "), HasSubstr("protected by a passphrase")));
  ASSERT_EQ(shell("ssh-keygen -q -t ecdsa -N '' -f other"), 0);
  EXPECT_THAT(refusal([&] { SigningKey::load(file("other")); }), HasSubstr("of another kind"));
  EXPECT_THAT(refusal([&] { load_trusted_keys(file("other.pub"), kReleaseNamespace); }),
              HasSubstr("no Ed25519 key"));
  EXPECT_THAT(refusal([&] { SigningKey::load(file("key.pub")); }), HasSubstr("no private key"));
  EXPECT_THROW(SigningKey::load(file("missing")), InputError);
  const std::string whole = read("key");
  for (std::size_t size = 0; size + 40 < whole.size(); size += 7) {
    EXPECT_THROW(SigningKey::parse(whole.substr(0, size) + "\n-----END OPENSSH PRIVATE KEY-----\n"),
                 InputError)
        << size;
  }
}

TEST_F(SshSignature, EverySingleBitOfMessageAndSignatureCounts) {
  const SigningKey key = SigningKey::load(file("key"));
  const std::string signature = sign_message(key, kReleaseNamespace, kMessage);
  const auto accepted = [&](const std::string& text, const std::string& message) {
    try {
      return signer_of(text, kReleaseNamespace, message) == key.public_key();
    } catch (const InputError&) {
      return false;
    }
  };
  ASSERT_TRUE(accepted(signature, kMessage));
  for (std::size_t bit = 0; bit < 8 * signature.size(); ++bit) {
    std::string changed = signature;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
    ASSERT_FALSE(accepted(changed, kMessage)) << bit;
  }
  for (std::size_t bit = 0; bit < 8 * kMessage.size(); ++bit) {
    std::string changed = kMessage;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
    ASSERT_FALSE(accepted(signature, changed)) << bit;
  }
  for (std::size_t size = 0; size < signature.size(); ++size) {
    ASSERT_FALSE(accepted(signature.substr(0, size), kMessage)) << size;
  }
  EXPECT_THROW(signer_of(sign_message(key, "file", kMessage), kReleaseNamespace, kMessage), InputError);
}

TEST_F(SshSignature, ReadsAllowedSigners) {
  const std::string key = SigningKey::load(file("key")).public_key().text();
  const auto keys = [&](const std::string& text) { return parse_trusted_keys(text, kReleaseNamespace); };
  EXPECT_EQ(keys("# comment\n\nann@x " + key + " comment\n").at(0).owner, "ann@x");
  EXPECT_EQ(keys("ann@x namespaces=\"git,hopveil-release\" " + key).size(), 1u);
  EXPECT_THROW(keys("ann@x namespaces=\"git\" " + key), InputError);
  EXPECT_THROW(keys("ann@x cert-authority " + key), InputError);
  EXPECT_THROW(keys("ann@x valid-before=\"20200101\" " + key), InputError);
  EXPECT_THAT(refusal([&] { keys("\nann@x ssh-ed25519 AAAA!\n"); }), StartsWith("2: "));
}

}  // namespace
}  // namespace hopveil::sign
