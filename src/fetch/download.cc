// SPDX-License-Identifier: Apache-2.0
#include "fetch/download.h"

#include <memory>

#include <curl/curl.h>
#include <fmt/format.h>

#include <hopveil/errors.h>

namespace hopveil::fetch {
namespace {

constexpr long kConnectSeconds = 20;
constexpr long kStalledSeconds = 60;

struct Transfer {
  const DownloadOptions& options;
  std::string received = {};
  bool too_large = false;
};

std::size_t on_data(char* data, std::size_t, std::size_t size, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  if (transfer.received.size() + size > transfer.options.largest) {
    transfer.too_large = true;
    return 0;  // stops the transfer
  }
  transfer.received.append(data, size);
  return size;
}

int on_progress(void* user, curl_off_t total, curl_off_t now, curl_off_t, curl_off_t) {
  const auto& transfer = *static_cast<Transfer*>(user);
  if (transfer.options.progress && total > 0) {
    transfer.options.progress(static_cast<std::uint64_t>(now), static_cast<std::uint64_t>(total));
  }
  return 0;
}

using Curl = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

Curl prepare(Transfer& transfer, char* message) {
  Curl curl(curl_easy_init(), &curl_easy_cleanup);
  if (!curl) throw SystemError("download", transfer.options.url, "libcurl does not start");
  CURL* handle = curl.get();
  curl_easy_setopt(handle, CURLOPT_URL, transfer.options.url.c_str());
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(handle, CURLOPT_MAXREDIRS, 5L);
  curl_easy_setopt(handle, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, kStalledSeconds);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_USERAGENT, "hopveil");
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, message);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &on_data);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, &on_progress);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &transfer);
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  return curl;
}

}  // namespace

std::string download(const DownloadOptions& options) {
  Transfer transfer{options};
  char message[CURL_ERROR_SIZE] = "";
  const Curl curl = prepare(transfer, message);
  const CURLcode code = curl_easy_perform(curl.get());
  if (transfer.too_large) {
    throw SystemError("download", options.url, fmt::format("it is larger than {} bytes", options.largest));
  }
  if (code != CURLE_OK) {
    throw SystemError("download", options.url, *message != '\0' ? message : curl_easy_strerror(code),
                      "Is there a network? A copy fetched elsewhere will do, or --from with the address of a "
                      "mirror.");
  }
  return std::move(transfer.received);
}

}  // namespace hopveil::fetch
