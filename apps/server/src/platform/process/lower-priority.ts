import { getPriority, setPriority } from 'node:os'

/**
 * Gives a process, or this thread (0), a niceness of at least `niceness`, from 1 to 19. One that started with a higher
 * one keeps it: only the superuser may raise a priority.
 */
export function lowerPriority(niceness: number, pid = 0): void {
  if (getPriority(pid) < niceness) setPriority(pid, niceness)
}
