/**
 * The test files that have not begun. Files that use the build are held back until it is there.
 *
 * @template Task
 */
export class Queue {
  #tasks
  #needsBuild
  /** @type {Promise<boolean>} */
  #built

  /**
   * @param {Task[]} tasks  In the order in which they begin.
   * @param {{ built: Promise<boolean>, needsBuild: (task: Task) => boolean }} options  `built` resolves to false if the build failed.
   */
  constructor(tasks, { built, needsBuild }) {
    this.#tasks = [...tasks]
    this.#needsBuild = needsBuild
    this.#built = built
    void built.then((isBuilt) => {
      this.#tasks = isBuilt ? this.#tasks : this.#tasks.filter((task) => !needsBuild(task))
      this.#needsBuild = () => false
    })
  }

  /**
   * Takes the next task out.
   *
   * @returns {Promise<Task | undefined>}
   */
  async next() {
    const at = this.#tasks.findIndex((task) => !this.#needsBuild(task))
    if (at >= 0) return this.#tasks.splice(at, 1)[0]
    if (this.#tasks.length === 0) return undefined
    await this.#built
    return this.#tasks.shift()
  }
}
