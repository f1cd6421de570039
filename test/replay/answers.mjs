export async function replayAnswers() {
  return { passed: 0, failed: 0 };
}
