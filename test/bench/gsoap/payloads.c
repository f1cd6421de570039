/* `payloads read|write ELEMENT FILE COUNT`: see codec.h. */
#include "soapH.h"
#include "PayloadsSoap.nsmap"
#include "codec.h"

CODEC(GetMarksResponse)
CODEC(GetEventsResponse)
CODEC(GetFileResponse)

/* soapServer.c, which would call these, is not linked. */
int main(int count, char **arguments) {
  if (count != 5) return 2;
  readMessage(arguments[3]);
  RUN(GetMarksResponse);
  else RUN(GetEventsResponse);
  else RUN(GetFileResponse);
  else return 2;
  return 0;
}
