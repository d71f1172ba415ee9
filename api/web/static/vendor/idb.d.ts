// What the page uses of idb; the whole is described in the npm package.

export interface IDBPDatabase {
  getAll(store: string): Promise<unknown[]>;
  put(store: string, value: unknown): Promise<unknown>;
  delete(store: string, key: string): Promise<void>;
}

export function openDB(
  name: string,
  version: number,
  callbacks: { upgrade(database: { createObjectStore(name: string, options: { keyPath: string }): unknown }): void },
): Promise<IDBPDatabase>;
