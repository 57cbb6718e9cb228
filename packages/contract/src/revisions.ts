// Partial changes of an entity. A client sends the revision that it has read. If the entity has another revision now,
// the API rejects the change.
import { z } from 'zod'
import * as mini from 'zod/mini'

/** The revision that the client has read and that its change is based on. */
export const knownRevision = z
  .string()
  .max(64)
  .describe('The `revision` that was read. Another one is answered with REVISION_OUTDATED, and both values in `data`')

/** The revision in a response. */
export const revision = z.string().describe('Another one after each change of a field that PATCH takes; send it with PATCH')

/**
 * The data of a rejected change: someone changed the entity after the client had read it. `theirs` is the current
 * entity with its revision. `yours` has the fields that the client wanted to change.
 */
export interface RevisionConflict {
  theirs: object
  yours: object
}

type Wrapper<Inner extends z.core.SomeType> =
  | mini.ZodMiniDefault<Inner>
  | mini.ZodMiniOptional<Inner>
  | z.ZodDefault<Inner>
  | z.ZodOptional<Inner>

type Unwrapped<Schema extends z.core.SomeType> = Schema extends Wrapper<infer Inner> ? Unwrapped<Inner> : Schema

type OptionalFields<Shape extends z.core.$ZodShape> = { [Name in keyof Shape]: mini.ZodMiniOptional<Unwrapped<Shape[Name]>> }

/** Converts the fields of a draft for a partial change: each field becomes optional and has no default. */
export function makeFieldsOptional<Shape extends z.core.$ZodShape>(shape: Shape): OptionalFields<Shape> {
  const fields = Object.entries(shape).map(([name, schema]) => [name, mini.optional(removeDefault(schema))])
  // The entries have the names of `shape` and the schemas that `Unwrapped` describes.
  return Object.fromEntries(fields) as OptionalFields<Shape>
}

function removeDefault(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper = schema instanceof z.core.$ZodDefault || schema instanceof z.core.$ZodOptional
  return isWrapper ? removeDefault(schema._zod.def.innerType) : schema
}
