import { allScenes } from './all-scenes.ts'
import type { Scene, Scenes } from './scene.ts'

/** Returns the state of a screen. Throws if the screen does not have the state. */
export function findScene(screen: string, name: string): { scenes: Scenes; scene: Scene } {
  const scenes = allScenes.find((one) => one.screen === screen)
  const scene = scenes?.states.find((one) => one.name === name)
  if (scenes === undefined || scene === undefined) throw new Error(`There is no scene "${name}" of ${screen}`)
  return { scenes, scene }
}
