/** The host speaks of its REST interface; the same is said of the command line by an option. */
export const ownWords = (text: string) => text.replaceAll('`?cascade=1`', '`--cascade`')
