interface Window {
  /** The requests that `boot.ts` has sent, by path. Each answer is used once. */
  atriumEarly?: Map<string, Promise<Response>>
}
