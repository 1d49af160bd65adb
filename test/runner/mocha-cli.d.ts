declare module 'mocha/lib/cli/lookup-files.js' {
  /** The files of a path or pattern. Throws if there is none. */
  export function lookupFiles(path: string, extensions: readonly string[], recursive: boolean): string | string[]
}

declare module 'mocha/lib/cli/options.cjs' {
  /** What the arguments and `.mocharc.json` say together; files and patterns are in `_`. */
  export function loadOptions(args: readonly string[]): {
    _?: string[]
    extension: string[]
    grep?: string
    reporter: string
  }
}
