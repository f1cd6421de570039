// Sends bytes with MTOM and compares what comes back.
#include "soapFilesSoapProxy.h"
#include "FilesSoap.nsmap"
#include <cstdio>
#include <cstdlib>
#include <cstring>

int main(int count, char **arguments) {
  for (short version = 1; version <= 2; version += 1) {
    for (int at = 2; at < count; at += 1) {
      FilesSoapProxy proxy(arguments[1], SOAP_C_UTFSTRING | SOAP_ENC_MTOM);
      soap_set_version(proxy.soap, version);
      const int size = std::atoi(arguments[at]);
      unsigned char *bytes = (unsigned char *)soap_malloc(proxy.soap, size + 1);
      for (int index = 0; index < size; index += 1) bytes[index] = (unsigned char)(index * 7);
      _ns1__Echo in;
      _ns1__EchoResponse out;
      in.name = const_cast<char *>("n");
      in.data.__ptr = bytes;
      in.data.__size = size;
      in.data.id = NULL;
      in.data.type = const_cast<char *>("image/png");
      in.data.options = NULL;
      const int failed = proxy.Echo(&in, out);
      const bool same = !failed && out.EchoResult.__size == size &&
                        std::memcmp(out.EchoResult.__ptr, bytes, size) == 0;
      const char **reason = failed ? soap_faultstring(proxy.soap) : NULL;
      std::printf("version %d %d\t%s\n", version, size,
                  same ? "right" : reason != NULL && *reason != NULL ? *reason : "wrong");
    }
  }
  return 0;
}
