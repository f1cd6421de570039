// What KDSoap read of a student, as JSON.
#include "wsdl_school.h"
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

static QJsonObject shown(const T__Student &student) {
  QJsonArray tags;
  for (const QString &tag : student.tag()) tags.append(tag);
  const QJsonObject address{{"city", student.address().city()}, {"zip", student.address().zip()}};
  return {
      {"id", student.id()},
      {"name", student.name()},
      {"born", student.born().toString(Qt::ISODate)},
      {"mark", student.mark()},
      {"kind", student.kind().type() == T__Kind::A ? "A" : "B"},
      {"tag", tags},
      {"address", address},
      {"seen", student.seen()},
  };
}
