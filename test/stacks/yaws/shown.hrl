%% What was read of a student, as JSON.
-include("school.hrl").

student(#'p:Student'{id = Id, name = Name, mark = Mark, kind = Kind, tag = Tags, address = Address}) ->
    City = case Address of #'p:Address'{city = Found} -> Found; undefined -> undefined end,
    Numbers = [{"id", number(Id)}, {"mark", number(Mark)}],
    Texts = [{"name", text(Name)}, {"kind", text(Kind)}, {"city", text(City)}],
    Tagged = {"tag", ["[", lists:join(",", [text(One) || One <- list(Tags)]), "]"]},
    object([Tagged | Numbers ++ Texts]).

list(undefined) -> [];
list(All) -> All.

number(undefined) -> "null";
number(One) -> integer_to_list(One).

text(undefined) -> "null";
text(Text) -> [$", [escaped(One) || One <- Text], $"].

escaped($") -> "\\\"";
escaped($\\) -> "\\\\";
escaped(One) when One < 32; One > 126 -> io_lib:format("\\u~4.16.0b", [One]);
escaped(One) -> One.

object(Members) -> ["{", lists:join(",", [[text(Name), ":", One] || {Name, One} <- Members]), "}"].
