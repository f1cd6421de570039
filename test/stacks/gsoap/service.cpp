// A service with gSOAP, whose answers say what it read: port, settings.
#include "school.h"
#include "SchoolSoap.nsmap"
#include "soapSchoolSoapService.h"

class School : public SchoolSoapService {
 public:
  explicit School(soap_mode mode) : SchoolSoapService(mode) {}
  SchoolSoapService *copy() { return new School(this->soap->imode); }
  int Get(_ns1__Get *, _ns1__GetResponse &) { return SOAP_OK; }
  int List(_ns1__List *, _ns1__ListResponse &) { return SOAP_OK; }
  int Who(_ns1__Who *, _ns1__WhoResponse &) { return SOAP_OK; }
  int Ping(_ns1__Ping *, _ns1__PingResponse &) { return SOAP_OK; }
  int Notify(_ns1__Notify *) { return send_Notify_empty_response(); }
  int Save(_ns1__Save *in, _ns1__SaveResponse &out) {
    const std::string read = in->student == NULL ? pair("student", "null") : members(in->student);
    out.SaveResult = soap_strdup(soap, ("{" + read + "," + pair("note", text(in->note)) + "}").c_str());
    return SOAP_OK;
  }
  int Echo(_ns1__Echo *in, _ns1__EchoResponse &out) {
    const std::string read = json(soap, in->values);
    out.EchoResult = in->values;
    out.EchoResult->text = soap_strdup(soap, read.c_str());
    return SOAP_OK;
  }
};

int main(int, char **given) {
  const bool isStrict = std::string(given[2]) == "strict";
  School school(SOAP_C_UTFSTRING | (isStrict ? SOAP_XML_STRICT : 0));
  school.soap->bind_flags = SO_REUSEADDR;
  if (!soap_valid_socket(school.bind(NULL, std::atoi(given[1]), 100))) return 1;
  // run() would end at the first fault
  while (soap_valid_socket(school.accept())) {
    school.serve();
    school.destroy();
  }
  return 1;
}
