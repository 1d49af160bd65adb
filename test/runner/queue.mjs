/** The test files that have not begun. Files that use the build are held back until it is there. */
export class Queue {
  #files
  #needsBuild
  /** @type {Promise<boolean>} */
  #built

  /**
   * @param {string[]} files  In the order in which they begin.
   * @param {{ built: Promise<boolean>, needsBuild: (file: string) => boolean }} options  `built` resolves to false if the build failed.
   */
  constructor(files, { built, needsBuild }) {
    this.#files = [...files]
    this.#needsBuild = needsBuild
    this.#built = built
    void built.then((isBuilt) => {
      this.#files = isBuilt ? this.#files : this.#files.filter((file) => !needsBuild(file))
      this.#needsBuild = () => false
    })
  }

  /**
   * Takes the next file out.
   *
   * @returns {Promise<string | undefined>}
   */
  async next() {
    const at = this.#files.findIndex((file) => !this.#needsBuild(file))
    if (at >= 0) return this.#files.splice(at, 1)[0]
    if (this.#files.length === 0) return undefined
    await this.#built
    return this.#files.shift()
  }
}
