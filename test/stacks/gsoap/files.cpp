// Sends bytes and compares what comes back: with MTOM, or with WS-Addressing, whose headers it compares, too.
// usage: files mtom|addressing ADDRESS SIZE…; lines of what and right, or what was wrong.
#include "soapFilesSoapProxy.h"
#include "FilesSoap.nsmap"
#include "wsaapi.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>

static const char *wrongHeaders(struct soap *soap, const char *id) {
  if (soap_wsa_check(soap)) return "the answer has no headers";
  const struct wsa5__RelatesToType *related = soap->header->wsa5__RelatesTo;
  return related == NULL || std::strcmp(related->__item, id) != 0 ? "RelatesTo is another" : NULL;
}

static void call(bool mtom, const char *address, short version, int size) {
  FilesSoapProxy proxy(address, SOAP_C_UTFSTRING | (mtom ? SOAP_ENC_MTOM : 0));
  struct soap *soap = proxy.soap;
  soap_set_version(soap, version);
  const char *id = version == 1 ? "urn:uuid:1" : "urn:uuid:2";
  if (!mtom) {
    soap_register_plugin(soap, soap_wsa);
    soap_wsa_request(soap, id, address, "http://example.org/files/Echo");
  }
  unsigned char *bytes = (unsigned char *)soap_malloc(soap, size + 1);
  for (int index = 0; index < size; index += 1) bytes[index] = (unsigned char)(index * 7);
  _ns1__Echo in;
  _ns1__EchoResponse out;
  in.name = const_cast<char *>("n");
  in.data.__ptr = bytes;
  in.data.__size = size;
  in.data.id = in.data.options = NULL;
  in.data.type = mtom ? const_cast<char *>("image/png") : NULL;
  const char *outcome = NULL;
  if (proxy.Echo(&in, out)) {
    const char **reason = soap_faultstring(soap);
    outcome = reason != NULL && *reason != NULL ? *reason : "failed";
  } else if (!mtom) {
    outcome = wrongHeaders(soap, id);
  }
  if (outcome == NULL && (out.EchoResult.__size != size || std::memcmp(out.EchoResult.__ptr, bytes, size) != 0))
    outcome = "other bytes";
  std::printf("version %d %d\t%s\n", version, size, outcome == NULL ? "right" : outcome);
}

int main(int count, char **arguments) {
  const bool mtom = std::strcmp(arguments[1], "mtom") == 0;
  for (short version = 1; version <= 2; version += 1)
    for (int at = 3; at < count; at += 1) call(mtom, arguments[2], version, std::atoi(arguments[at]));
  return 0;
}
