export interface AnswerShape {
  /** What becomes of the call: `ok`, `fault` or the code of its error. */
  readonly outcome: string;
}
/** Answers that grow, by what they are made of. */
export declare const answerShapes: Readonly<Record<string, AnswerShape>>;
