// Calls a contract with ports of SOAP 1.1 and 1.2; both are operations of one class.
#include "SchoolSoap.nsmap"
#include "soapSchoolSoapProxy.h"
#include <iostream>
#include <sstream>

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream fields(line);
    std::string operation, wsdl, url, as;
    std::getline(fields, operation, '\t');
    std::getline(fields, wsdl, '\t');
    std::getline(fields, url, '\t');
    std::getline(fields, as, '\t');
    SchoolSoapProxy proxy;
    _ns1__Ping in;
    _ns1__PingResponse out;
    if (as == "port 1") proxy.Ping(url.c_str(), NULL, &in, out);
    else proxy.Ping_(url.c_str(), NULL, &in, out);
    std::cout << "{\"value\":null}" << std::endl;
  }
  return 0;
}
