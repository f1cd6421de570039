// Calls with WS-Addressing, and compares the headers of answers.
#include "soapFilesSoapProxy.h"
#include "FilesSoap.nsmap"
#include "wsaapi.h"
#include <cstdio>
#include <cstring>

int main(int, char **arguments) {
  for (short version = 1; version <= 2; version += 1) {
    FilesSoapProxy proxy(arguments[1], SOAP_C_UTFSTRING);
    struct soap *soap = proxy.soap;
    soap_set_version(soap, version);
    soap_register_plugin(soap, soap_wsa);
    const char *id = version == 1 ? "urn:uuid:1" : "urn:uuid:2";
    soap_wsa_request(soap, id, arguments[1], "http://example.org/files/Echo");
    unsigned char bytes[] = {1, 2, 3};
    _ns1__Echo in;
    _ns1__EchoResponse out;
    in.name = const_cast<char *>("n");
    in.data.__ptr = bytes;
    in.data.__size = 3;
    in.data.id = in.data.type = in.data.options = NULL;
    const int failed = proxy.Echo(&in, out);
    const struct SOAP_ENV__Header *header = soap->header;
    const char *outcome = "right";
    if (failed) {
      const char **reason = soap_faultstring(soap);
      outcome = reason != NULL && *reason != NULL ? *reason : "failed";
    } else if (soap_wsa_check(soap)) {
      outcome = "the answer has no headers";
    } else if (header->wsa5__RelatesTo == NULL ||
               std::strcmp(header->wsa5__RelatesTo->__item, id) != 0) {
      outcome = "RelatesTo is another";
    } else if (out.EchoResult.__size != 3 || std::memcmp(out.EchoResult.__ptr, bytes, 3) != 0) {
      outcome = "other bytes";
    }
    std::printf("version %d\t%s\n", version, outcome);
  }
  return 0;
}
