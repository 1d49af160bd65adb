/** JSON whose members stand in the order of their names, so that equal values make equal text. */
export const canonicalJson = (value: unknown) =>
  JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each) ? sorted(each) : each,
  )

const sorted = (object: object) =>
  Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)))
