/* Times gSOAP's generated codecs in memory: reads a message from a buffer, writes it to one, over and over, in one context that is
   kept, as a server keeps it. Include after soapH.h; CODEC(element) makes the functions of one element of http://tempuri.org/. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *message, *written;
static size_t messageLength, writtenLength, writtenSize;
static const char *input;
static size_t inputLength;

static int toBuffer(struct soap *soap, const char *data, size_t length) {
  (void)soap;
  if (writtenLength + length > writtenSize) return SOAP_EOF;
  memcpy(written + writtenLength, data, length);
  writtenLength += length;
  return SOAP_OK;
}

static size_t fromBuffer(struct soap *soap, char *buffer, size_t length) {
  (void)soap;
  if (length > inputLength) length = inputLength;
  memcpy(buffer, input, length);
  input += length;
  inputLength -= length;
  return length;
}

static void readMessage(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) exit(2);
  fseek(file, 0, SEEK_END);
  messageLength = (size_t)ftell(file);
  rewind(file);
  message = malloc(messageLength + 1);
  if (fread(message, 1, messageLength, file) != messageLength) exit(2);
  fclose(file);
  writtenSize = messageLength * 3 + 65536;
  written = malloc(writtenSize);
}

static double microseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static struct soap *newContext(void) {
  struct soap *soap = soap_new1(SOAP_XML_TREE);
  soap->fsend = toBuffer;
  soap->frecv = fromBuffer;
  soap->fpoll = NULL;
  soap_set_omode(soap, SOAP_IO_FLUSH);
  return soap;
}

#define CODEC(element)                                                                              \
  static int read_##element(struct soap *soap, struct _tempuri__##element *value) {                 \
    input = message, inputLength = messageLength;                                                   \
    memset(value, 0, sizeof *value);                                                                \
    return soap_begin_recv(soap) || soap_envelope_begin_in(soap) || soap_body_begin_in(soap) ||     \
           !soap_get__tempuri__##element(soap, value, "tempuri:" #element, "") ||                   \
           soap_body_end_in(soap) || soap_envelope_end_in(soap) || soap_end_recv(soap);             \
  }                                                                                                 \
  static int write_##element(struct soap *soap, struct _tempuri__##element *value) {                \
    writtenLength = 0;                                                                              \
    return soap_begin_send(soap) || soap_envelope_begin_out(soap) || soap_body_begin_out(soap) ||   \
           soap_put__tempuri__##element(soap, value, "tempuri:" #element, "") ||                    \
           soap_body_end_out(soap) || soap_envelope_end_out(soap) || soap_end_send(soap);           \
  }                                                                                                 \
  static void time_##element(int writes, long count) {                                              \
    struct soap *kept = newContext(), *soap = newContext();                                         \
    struct _tempuri__##element value, again;                                                        \
    if (read_##element(kept, &value)) soap_print_fault(kept, stderr), exit(1);                      \
    double cpu = microseconds(CLOCK_PROCESS_CPUTIME_ID), wall = microseconds(CLOCK_MONOTONIC);      \
    for (long i = 0; i < count; i++) {                                                              \
      if (writes ? write_##element(soap, &value) : read_##element(soap, &again))                    \
        soap_print_fault(soap, stderr), exit(1);                                                    \
      soap_destroy(soap);                                                                           \
      soap_end(soap);                                                                               \
    }                                                                                               \
    cpu = microseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;                                             \
    wall = microseconds(CLOCK_MONOTONIC) - wall;                                                    \
    printf("{\"cpu\":%f,\"wall\":%f,\"bytes\":%zu}\n", cpu / count, wall / count,                   \
           writes ? writtenLength : messageLength);                                                 \
  }

/* `codec read|write ELEMENT FILE COUNT` */
#define RUN(element) \
  if (!strcmp(arguments[2], #element)) time_##element(!strcmp(arguments[1], "write"), atol(arguments[4]))
