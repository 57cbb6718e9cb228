/**
 * Returns the currency of most amounts. A list that is sorted by earnings compares only amounts in this currency,
 * because amounts in different currencies can't be compared. Undefined if there are no amounts.
 */
export function findMainCurrency(amounts: readonly { currency: string }[]): string | undefined {
  const groups = Map.groupBy(amounts, ({ currency }) => currency)
  return [...groups].sort(([one, ofOne], [other, ofOther]) => ofOther.length - ofOne.length || (one < other ? -1 : 1))[0]?.[0]
}
