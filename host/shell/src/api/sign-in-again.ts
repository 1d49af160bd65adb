import { useSyncExternalStore } from 'react'

type Listener = () => void

/**
 * Keeps unsaved input after the session has ended. While anything on screen is unsaved, a request that was refused for that reason waits
 * until the same person has signed in again, and is then repeated unchanged.
 */
class SignInAgain {
  readonly #listeners = new Set<Listener>()
  #unsaved = 0
  #asked: { readonly answer: Promise<boolean>; settle: (isSignedIn: boolean) => void } | null = null

  readonly isAsked = (): boolean => this.#asked !== null

  readonly subscribe = (listener: Listener): Listener => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Input on screen is unsaved until the returned function is called. */
  hold(): Listener {
    this.#unsaved += 1
    return () => void (this.#unsaved -= 1)
  }

  /** Asks the person to sign in again, and resolves to whether they did. False at once if no input would be lost. */
  ask(): Promise<boolean> {
    if (this.#asked !== null) return this.#asked.answer
    if (this.#unsaved === 0) return Promise.resolve(false)
    let settle: (isSignedIn: boolean) => void = () => undefined
    const answer = new Promise<boolean>((resolve) => (settle = resolve))
    this.#asked = { answer, settle }
    this.#tell()
    return answer
  }

  /** Ends the question: waiting requests are repeated, or fail. */
  settle(isSignedIn: boolean): void {
    this.#asked?.settle(isSignedIn)
    this.#asked = null
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

export const signInAgain = new SignInAgain()

/** Whether the person has to sign in again. */
export const useSignInAgain = (): boolean => useSyncExternalStore(signInAgain.subscribe, signInAgain.isAsked)
