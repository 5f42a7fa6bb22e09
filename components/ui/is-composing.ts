/** A key while an input method builds a word. Safari says it by 229 alone, for the Enter that ends the word. */
export function isComposing({
  nativeEvent,
}: {
  nativeEvent: { isComposing: boolean; keyCode: number };
}): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
