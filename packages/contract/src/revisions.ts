// Changes of some fields of a thing by someone who has read it: the API rejects those of an older revision.
import { z } from 'zod'
import * as mini from 'zod/mini'

/** The revision of a thing that a change was made from, as it was read. */
export const knownRevision = z
  .string()
  .max(64)
  .describe('The `revision` that was read. Another one is answered with REVISION_OUTDATED, and both values in `data`')

/** The revision in a response. */
export const revision = z.string().describe('Another one after each change of a field that PATCH takes; send it with PATCH')

/** Someone changed the thing since `yours` was made: `theirs` is the thing as it is, with its revision. */
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

/** Returns the fields of a draft for a change of some of them: each is optional, and has no default. */
export function makeFieldsOptional<Shape extends z.core.$ZodShape>(shape: Shape): OptionalFields<Shape> {
  const fields = Object.entries(shape).map(([name, schema]) => [name, mini.optional(removeDefault(schema))])
  // The entries are those of `shape`, with the schemas that `Bare` describes.
  return Object.fromEntries(fields) as OptionalFields<Shape>
}

function removeDefault(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper = schema instanceof z.core.$ZodDefault || schema instanceof z.core.$ZodOptional
  return isWrapper ? removeDefault(schema._zod.def.innerType) : schema
}
