// A service with libzeep, whose answers say what it read: port.
#include <zeep/http/server.hpp>
#include <zeep/http/soap-controller.hpp>
#include <zeep/value-serializer.hpp>
#include <boost/date_time/posix_time/posix_time.hpp>
#include <optional>
#include <vector>

using boost::posix_time::ptime;

/** Whether bytes are declared, of which libzeep makes a list of numbers. */
static bool hasBytes = false;

enum class Kind { A, B };

struct Values {
  std::string text;
  std::optional<double> price;
  std::optional<double> weight;
  std::optional<ptime> at;
  std::optional<int> level;
  std::vector<unsigned char> photo;

  template <class Archive>
  void serialize(Archive &archive, unsigned long) {
    archive & zeep::make_nvp("text", text) & zeep::make_nvp("price", price) & zeep::make_nvp("weight", weight) &
        zeep::make_nvp("at", at) & zeep::make_nvp("level", level);
    if (hasBytes) archive & zeep::make_nvp("photo", photo);
  }
};

struct Student {
  int id;
  std::string name;
  Kind kind;
  bool seen = true;

  template <class Archive>
  void serialize(Archive &archive, unsigned long) {
    archive & zeep::make_nvp("id", id) & zeep::make_nvp("name", name) & zeep::make_nvp("kind", kind) &
        zeep::xml::make_attribute_nvp("seen", seen);
  }
};

class School : public zeep::http::soap_controller {
 public:
  School() : soap_controller("/", "urn:school") {
    zeep::value_serializer<Kind>::init("Kind", {{Kind::A, "A"}, {Kind::B, "B"}});
    map_action("Save", &School::save, "student", "note");
    map_action("Echo", &School::echo, "values");
    map_action("Who", &School::who, "id");
    map_action("Ping", &School::ping);
  }
  std::string save(Student student, std::string note) {
    return "{\"id\":" + std::to_string(student.id) + ",\"kind\":\"" + (student.kind == Kind::A ? "A" : "B") +
           "\",\"note\":\"" + note + "\"}";
  }
  Values echo(Values values) {
    const std::string at = values.at ? boost::posix_time::to_iso_extended_string(*values.at) : "";
    Values result = values;
    result.text = "{\"at\":\"" + at + "\"}";
    if (values.weight && *values.weight == 1.5) result.weight = 123456789.125;
    return result;
  }
  Student who(int) { return {1, "Ann", Kind::A}; }
  void ping() {}
};

int main(int, char **given) {
  hasBytes = std::string(given[2]) == "bytes";
  zeep::http::server server;
  server.add_controller(new School());
  server.bind("127.0.0.1", std::atoi(given[1]));
  server.run(1);
}
