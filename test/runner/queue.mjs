/**
 * Holds tasks back until it opens. `opens` resolves to false if it never will: then they are left out.
 *
 * @template Task
 * @typedef {{ opens: Promise<boolean>, holds: (task: Task) => boolean }} Gate
 */

/**
 * The test files that have not begun. Files that use the build, for example, are held back until it is there.
 *
 * @template Task
 */
export class Queue {
  #tasks
  #gates

  /**
   * @param {Task[]} tasks  In the order in which they begin.
   * @param {Gate<Task>[]} gates
   */
  constructor(tasks, gates) {
    this.#tasks = [...tasks]
    this.#gates = gates
    for (const gate of gates) void gate.opens.then((isOpen) => this.#remove(gate, isOpen))
  }

  /**
   * Takes the next task out.
   *
   * @returns {Promise<Task | undefined>}
   */
  async next() {
    const at = this.#tasks.findIndex((task) => this.#gates.every(({ holds }) => !holds(task)))
    if (at >= 0) return this.#tasks.splice(at, 1)[0]
    if (this.#tasks.length === 0) return undefined
    await Promise.race(this.#gates.map(({ opens }) => opens))
    return this.next()
  }

  /**
   * @param {Gate<Task>} gate
   * @param {boolean} isOpen
   */
  #remove(gate, isOpen) {
    this.#gates = this.#gates.filter((each) => each !== gate)
    if (!isOpen) this.#tasks = this.#tasks.filter((task) => !gate.holds(task))
  }
}
