import { z } from 'zod'

type WithoutDefaults<S extends z.ZodRawShape> = {
  [F in keyof S]: z.ZodOptional<S[F] extends z.ZodDefault<infer T> ? T : S[F]>
}

/** What is left out stays as it is: defaults are for new records (docs/decisions/0091). */
export const storedFields = <const S extends z.ZodRawShape>(shape: S): WithoutDefaults<S> =>
  Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => [
      field,
      z.optional(schema instanceof z.ZodDefault ? schema.unwrap() : schema),
    ]),
  ) as WithoutDefaults<S>

type Stated<T> = { [F in keyof T]?: Exclude<T[F], undefined> }

export const statedFields = <T extends object>(given: T): Stated<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Stated<T>
