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
   * Removes a task and returns it: the first preferred one that nothing holds back, otherwise the first that nothing holds back.
   *
   * @param {(task: Task) => boolean} [prefers]
   * @returns {Promise<Task | undefined>}
   */
  async next(prefers = () => true) {
    const isReady = (/** @type {Task} */ task) => this.#gates.every(({ holds }) => !holds(task))
    const next = this.#tasks.find((task) => isReady(task) && prefers(task)) ?? this.#tasks.find(isReady)
    if (next !== undefined) return this.#take(next)
    if (this.#tasks.length === 0) return undefined
    await Promise.race(this.#gates.map(({ opens }) => opens))
    return this.next(prefers)
  }

  /** @param {Task} task */
  #take(task) {
    this.#tasks = this.#tasks.filter((each) => each !== task)
    return task
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
