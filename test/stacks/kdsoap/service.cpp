// A service with KDSoap, whose answers say what it read: port.
#include "school.h"
#include <KDSoapServer.h>
#include <QCoreApplication>
#include <QHostAddress>

static QString text(const QJsonObject &read) {
  return QString::fromUtf8(QJsonDocument(read).toJson(QJsonDocument::Compact));
}

class Service : public SchoolServerBase {
  T__GetResponse get(const T__Get &) override { return {}; }
  T__ListResponse list(const T__List &) override { return {}; }
  T__WhoResponse who(const T__Who &) override { return {}; }
  T__PingResponse ping(const T__Ping &) override { return {}; }
  void notify(const T__Notify &) override {}
  T__EchoResponse echo(const T__Echo &) override { return {}; }
  T__SaveResponse save(const T__Save &parameters) override {
    QJsonObject read = shown(parameters.student());
    read.insert("note", parameters.note());
    T__SaveResponse answer;
    answer.setSaveResult(text(read));
    return answer;
  }
};

class Server : public KDSoapServer {
  QObject *createServerObject() override { return new Service; }
};

int main(int count, char **given) {
  QCoreApplication application(count, given);
  Server server;
  return server.listen(QHostAddress::LocalHost, QString(given[1]).toUShort()) ? application.exec() : 1;
}
