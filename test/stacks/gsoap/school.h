// What the client and the service share: what was read, as JSON.
#include "soapH.h"
#include <string>

static std::string text(const char *value) {
  if (value == NULL) return "null";
  std::string all = "\"";
  for (; *value != 0; value += 1) {
    char code[8];
    std::snprintf(code, sizeof code, "\\u%04x", (unsigned char)*value);
    const bool plain = *value >= ' ' && *value != '"' && *value != '\\';
    all += plain ? std::string(1, *value) : code;
  }
  return all + "\"";
}

static std::string pair(const char *name, const std::string &value) {
  return std::string("\"") + name + "\":" + value;
}

static std::string number(const int *value) {
  return value == NULL ? "null" : std::to_string(*value);
}

static std::string json(const ns1__Person *person) {
  return person == NULL ? "null"
                        : "{" + pair("id", std::to_string(person->id)) + "," + pair("name", text(person->name)) + "}";
}

static std::string json(const ns1__Address *address) {
  return address == NULL ? "null" : "{" + pair("city", text(address->city)) + "," + pair("zip", text(address->zip)) + "}";
}

static std::string members(const ns1__Student *student) {
  std::string tags;
  for (int at = 0; at < student->__sizetag; at += 1) tags += (at == 0 ? "" : ",") + text(student->tag[at]);
  const char *kind = student->kind == NULL ? NULL : *student->kind == ns1__Kind__A ? "A" : "B";
  const char *seen = student->seen == NULL ? "null" : *student->seen ? "true" : "false";
  return pair("id", std::to_string(student->id)) + "," + pair("name", text(student->name)) + "," +
         pair("born", text(student->born)) + "," + pair("mark", number(student->mark)) + "," +
         pair("kind", text(kind)) + "," + pair("tag", "[" + tags + "]") + "," +
         pair("address", json(student->address)) + "," + pair("seen", seen);
}

static std::string json(const ns1__Student *student) {
  return student == NULL ? "null" : "{" + members(student) + "}";
}

static std::string json(struct soap *soap, const ns1__Values *values) {
  const char *at = values->at == NULL ? NULL : soap_dateTime2s(soap, *values->at);
  const std::string bytes = values->photo == NULL ? "null" : std::to_string(values->photo->__size);
  return "{" + pair("text", text(values->text)) + "," + pair("at", text(at)) + "," +
         pair("photo", bytes) + "," + pair("level", number(values->level)) + "}";
}
