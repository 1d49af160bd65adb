/** The part of pluralize that the SDK uses; its types are a package of their own. */
declare module 'pluralize' {
  const pluralize: { singular(words: string): string }
  export = pluralize
}
