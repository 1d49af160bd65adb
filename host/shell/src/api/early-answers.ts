/** Hands over the answer that `boot.ts` has asked for; each once, since what comes later must be asked again. */
export function takeEarly(path: string): Promise<Response> | undefined {
  const answer = window.atriumEarly?.get(path)
  window.atriumEarly?.delete(path)
  return answer
}
