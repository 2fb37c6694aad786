// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace hopveil::testing {

/// A web server for one test, on a free port of the loopback interface: answers GET with the bodies it was
/// given, 404 for everything else. `cut_short` promises more bytes than it sends.
class LoopbackServer {
 public:
  explicit LoopbackServer(std::map<std::string, std::string> bodies, bool cut_short = false)
      : bodies_(std::move(bodies)), cut_short_(cut_short), socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* plain = reinterpret_cast<sockaddr*>(&address);
    if (::bind(socket_, plain, size) != 0 || ::listen(socket_, 8) != 0 ||
        ::getsockname(socket_, plain, &size) != 0) {
      throw std::runtime_error("cannot listen on the loopback interface");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;
  ~LoopbackServer() {
    ::shutdown(socket_, SHUT_RDWR);  // wakes accept
    thread_.join();
    ::close(socket_);
  }

  /// "http://127.0.0.1:PORT/"
  std::string address() const { return "http://127.0.0.1:" + std::to_string(port_) + "/"; }

 private:
  void serve() {
    for (;;) {
      const int client = ::accept(socket_, nullptr, nullptr);
      if (client < 0) return;
      answer(client);
      ::close(client);
    }
  }

  void answer(int client) {
    std::string request;
    char block[4096];
    while (request.find("\r\n\r\n") == std::string::npos) {
      const ssize_t got = ::recv(client, block, sizeof block, 0);
      if (got <= 0) return;
      request.append(block, static_cast<std::size_t>(got));
    }
    const std::size_t begin = request.find('/');
    const auto found = bodies_.find(request.substr(begin, request.find(' ', begin) - begin));
    const bool known = found != bodies_.end();
    const std::string body = known ? found->second : "not here";
    const std::size_t promised = body.size() + (cut_short_ ? 1000 : 0);
    std::string reply = std::string("HTTP/1.1 ") + (known ? "200 OK" : "404 Not Found") +
                        "\r\nConnection: close\r\nContent-Length: " + std::to_string(promised) + "\r\n\r\n" +
                        body;
    std::size_t sent = 0;
    while (sent < reply.size()) {
      const ssize_t now = ::send(client, reply.data() + sent, reply.size() - sent, MSG_NOSIGNAL);
      if (now <= 0) return;
      sent += static_cast<std::size_t>(now);
    }
  }

  std::map<std::string, std::string> bodies_;
  bool cut_short_;
  int socket_;
  int port_ = 0;
  std::thread thread_;
};

}  // namespace hopveil::testing
