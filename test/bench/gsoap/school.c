/* `school serve PORT FILE`: a server, a thread for each connection, that gives the records of the answer in FILE.
   `school read|write ELEMENT FILE COUNT`: see codec.h. */
#include "soapH.h"
#include "SchoolSoap.nsmap"
#include "codec.h"
#include <pthread.h>
#include <signal.h>

CODEC(AuthCode)
CODEC(AuthCodeResponse)
CODEC(GetStudentsResponse)

static struct _tempuri__GetStudentsResponse students;

int __tempuri__AuthCode(struct soap *soap, struct _tempuri__AuthCode *request, struct _tempuri__AuthCodeResponse *response) {
  const char *code = request->code ? request->code : "", *phone = request->phone ? request->phone : "";
  size_t length = strlen(code) + strlen(phone) + 32;
  response->AuthCodeResult = soap_malloc(soap, length);
  snprintf(response->AuthCodeResult, length, "code %s sent to %s & logged", code, phone);
  return SOAP_OK;
}

int __tempuri__GetStudents(struct soap *soap, struct _tempuri__GetStudents *request, struct _tempuri__GetStudentsResponse *response) {
  (void)soap, (void)request;
  *response = students;
  return SOAP_OK;
}

int __tempuri__PutStudents(struct soap *soap, struct _tempuri__PutStudents *request, struct _tempuri__PutStudentsResponse *response) {
  (void)soap;
  response->PutStudentsResult = request->students ? request->students->__sizeStudent : 0;
  return SOAP_OK;
}

/* The same over SOAP 1.2. */
int __tempuri__AuthCode_(struct soap *soap, struct _tempuri__AuthCode *request, struct _tempuri__AuthCodeResponse *response) {
  return __tempuri__AuthCode(soap, request, response);
}

int __tempuri__GetStudents_(struct soap *soap, struct _tempuri__GetStudents *request, struct _tempuri__GetStudentsResponse *response) {
  return __tempuri__GetStudents(soap, request, response);
}

int __tempuri__PutStudents_(struct soap *soap, struct _tempuri__PutStudents *request, struct _tempuri__PutStudentsResponse *response) {
  return __tempuri__PutStudents(soap, request, response);
}

static void *serve(void *argument) {
  struct soap *soap = argument;
  pthread_detach(pthread_self());
  soap_serve(soap);
  soap_destroy(soap), soap_end(soap), soap_free(soap);
  return NULL;
}

static int listenOn(int port) {
  struct soap soap;
  signal(SIGPIPE, SIG_IGN);
  soap_init2(&soap, SOAP_IO_KEEPALIVE, SOAP_IO_KEEPALIVE | SOAP_XML_TREE);
  soap.bind_flags = SO_REUSEADDR;
  soap.max_keep_alive = 0x7fffffff;
  soap.send_timeout = soap.recv_timeout = 10;
  if (!soap_valid_socket(soap_bind(&soap, "127.0.0.1", port, 100))) return 1;
  for (;;) {
    if (!soap_valid_socket(soap_accept(&soap))) continue;
    pthread_t thread;
    pthread_create(&thread, NULL, serve, soap_copy(&soap));
  }
}

int main(int count, char **arguments) {
  if (count == 4 && !strcmp(arguments[1], "serve")) {
    readMessage(arguments[3]);
    if (read_GetStudentsResponse(newContext(), &students)) return 2;
    return listenOn(atoi(arguments[2]));
  }
  if (count != 5) return 2;
  readMessage(arguments[3]);
  RUN(AuthCode);
  else RUN(AuthCodeResponse);
  else RUN(GetStudentsResponse);
  else return 2;
  return 0;
}
