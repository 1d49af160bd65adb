interface Window {
  /** Requests that `boot.ts` has sent before the shell was there, by path. Each is used once. */
  atriumEarly?: Map<string, Promise<Response>>
}
