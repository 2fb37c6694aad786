// SPDX-License-Identifier: Apache-2.0
#pragma once

// Detached signatures in OpenSSH's SSHSIG format (PROTOCOL.sshsig), which `ssh-keygen -Y verify` reads and
// `ssh-keygen -Y sign` writes.

#include <functional>
#include <string>
#include <string_view>

#include "sign/ssh_key.h"

namespace hopveil::sign {

/// What signatures of a release's metadata are made for; a signature for another purpose is no signature
/// here.
inline constexpr std::string_view kReleaseNamespace = "hopveil-release";

/// The text of a signature file.
std::string sign_message(const SigningKey& key, std::string_view signature_namespace,
                         std::string_view message);

/// Gives the text of a release's signature file for the bytes of its metadata, by the key in `key_file`;
/// empty for no file. Reads the key at once, as SigningKey::load does: a key that cannot be used must cost
/// nothing.
std::function<std::string(std::string_view metadata)> release_signer(const std::string& key_file);

/// Who signed: the key in the signature, whose signature of `message` it is. Throws InputError, without a
/// place, when the text is no signature (or not written as OpenSSH writes it, to the byte), is for another
/// namespace, or is not one of this message.
PublicKey signer_of(std::string_view signature_text, std::string_view signature_namespace,
                    std::string_view message);

}  // namespace hopveil::sign
