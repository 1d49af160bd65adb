import { ApiProblem } from './api-problem.ts'

/** Whether a change was refused because the person has to prove their identity first. */
export const needsProof = (error: unknown) => error instanceof ApiProblem && error.code === 'confirmation_required'
