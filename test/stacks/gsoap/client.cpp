// Calls with gSOAP: lines of operation, WSDL, URL, settings and arguments; prints JSON lines.
#include "school.h"
#include "SchoolSoap.nsmap"
#include "soapSchoolSoapProxy.h"
#include <iostream>
#include <sstream>

static std::string call(SchoolSoapProxy &proxy, const std::string &operation, const char *url, bool isTwice,
                        bool &failed) {
  struct soap *soap = proxy.soap;
  int one = 1;
  if (operation == "Get") {
    _ns1__Get in;
    _ns1__GetResponse out;
    in.id = one;
    // the second call could send the cookie of the first
    if (isTwice) proxy.Get(url, NULL, &in, out);
    failed = proxy.Get(url, NULL, &in, out) != SOAP_OK;
    return failed ? "" : json(out.GetResult);
  }
  if (operation == "Who") {
    _ns1__Who in;
    _ns1__WhoResponse out;
    in.id = one;
    failed = proxy.Who(url, NULL, &in, out) != SOAP_OK;
    return failed ? "" : json(out.WhoResult);
  }
  if (operation == "List") {
    _ns1__List in;
    _ns1__ListResponse out;
    failed = proxy.List(url, NULL, &in, out) != SOAP_OK;
    std::string all;
    for (int at = 0; !failed && at < out.ListResult->__sizeStudent; at += 1)
      all += (at == 0 ? "" : ",") + json(out.ListResult->Student[at]);
    return "[" + all + "]";
  }
  if (operation == "Ping") {
    _ns1__Ping in;
    _ns1__PingResponse out;
    failed = proxy.Ping(url, NULL, &in, out) != SOAP_OK;
    return "null";
  }
  _ns1__Echo in;
  _ns1__EchoResponse out;
  in.values = soap_new_ns1__Values(soap, 1);
  in.values->text = soap_strdup(soap, "\xd7\xa9");
  failed = proxy.Echo(url, NULL, &in, out) != SOAP_OK;
  return failed ? "" : json(soap, out.EchoResult);
}

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream fields(line);
    std::string operation, wsdl, url, as;
    std::getline(fields, operation, '\t');
    std::getline(fields, wsdl, '\t');
    std::getline(fields, url, '\t');
    std::getline(fields, as, '\t');
    const soap_mode utf8 = as == "Latin-1" ? 0 : SOAP_C_UTFSTRING;
    SchoolSoapProxy proxy(utf8 | (as == "strict" ? SOAP_XML_STRICT : 0));
    bool failed = false;
    const std::string value = call(proxy, operation, url.c_str(), as == "twice", failed);
    if (!failed) {
      std::cout << "{" << pair("value", value) << "}" << std::endl;
      continue;
    }
    char said[4096];
    soap_sprint_fault(proxy.soap, said, sizeof said);
    const struct SOAP_ENV__Fault *fault = proxy.soap->fault;
    const char *reason = fault != NULL && fault->detail != NULL && fault->detail->ns1__InvalidPhone != NULL
                             ? fault->detail->ns1__InvalidPhone->reason
                             : NULL;
    std::cout << "{" << pair("error", text(said)) << "," << pair("detail", text(reason)) << "}" << std::endl;
  }
  return 0;
}
