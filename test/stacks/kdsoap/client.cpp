// Calls with KDSoap: lines of operation, WSDL, URL, settings and arguments; prints JSON lines.
#include "school.h"
#include <QCoreApplication>
#include <QTextStream>
#include <cstdio>
#include <limits>

static T__Values values(const QString &as) {
  T__Values given;
  if (as == "decimal") given.setPrice(0.1f);
  if (as == "inf") given.setWeight(std::numeric_limits<double>::infinity());
  if (as == "time") given.setAt(KDDateTime::fromDateString("2020-01-02T03:04:05.123456Z"));
  return given;
}

static QJsonValue call(School &school, const QString &operation, const QString &as) {
  if (operation == "Get") {
    T__Get parameters;
    parameters.setId(1);
    return shown(school.get(parameters).getResult());
  }
  if (operation == "List") {
    QJsonArray all;
    for (const T__Student &one : school.list().listResult().student()) all.append(shown(one));
    return all;
  }
  if (operation == "Echo") {
    T__Echo parameters;
    parameters.setValues(values(as));
    const T__Values read = school.echo(parameters).echoResult();
    return QJsonObject{{"at", read.at().toDateString()}, {"level", read.level()}, {"text", read.text()}};
  }
  school.ping();
  return QJsonValue();
}

int main(int count, char **given) {
  QCoreApplication application(count, given);
  QTextStream lines(stdin);
  while (!lines.atEnd()) {
    const QStringList fields = lines.readLine().split('\t');
    if (fields.size() < 4) break;
    School school;
    school.setEndPoint(fields[2]);
    const QJsonValue value = call(school, fields[0], fields[3]);
    QJsonObject found;
    if (school.lastError().isEmpty()) found.insert("value", value);
    else found.insert("error", school.lastError());
    std::puts(QJsonDocument(found).toJson(QJsonDocument::Compact).constData());
  }
  return 0;
}
