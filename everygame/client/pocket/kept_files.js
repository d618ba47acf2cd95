/**
 * A folder for Python whose few files lie on the origin's private file system: what SQLite writes
 * and flushes there is there, whatever becomes of this worker.
 *
 * @typedef {{read(to: Uint8Array, how: {at: number}): number, write(from: Uint8Array, how: {at: number}): number,
 *   truncate(size: number): void, getSize(): number, flush(): void, close(): void}} Handle
 *   a FileSystemSyncAccessHandle
 */
import { later } from "../world.js";

/** A file as SQLite leaves it when it deletes it: open for us, empty, not there for Python. */
const MODE = 0o100600;
const ENOENT = 44,
  EPERM = 63,
  EINVAL = 28,
  ENOSPC = 51;

/** A folder of the private file system, made where there is none. @param {string} name */
export async function folderNamed(name) {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
}

/**
 * Open the files; no other worker can have them then.
 * @param {string} folder  in the private file system, made where there is none
 * @param {string[]} names
 * @returns {Promise<Record<string, Handle>>}
 */
export async function openKept(folder, names) {
  const root = await folderNamed(folder);
  const files = await Promise.all(names.map((name) => root.getFileHandle(name, { create: true })));
  const handles = await Promise.all(files.map(openFile));
  return Object.fromEntries(names.map((name, at) => [name, handles[at]]));
}

/** For this worker alone; the one before it may be letting go just now. @param {any} file @returns {Promise<Handle>} */
async function openFile(file) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (tries === 25) throw error;
      await new Promise((done) => later(() => done(null), 200));
    }
  }
}

/**
 * Let Python find the files in a folder. No others can be made there.
 * @param {any} FS  of Emscripten
 * @param {string} where
 * @param {Record<string, Handle>} handles
 */
export function mountKept(FS, where, handles) {
  /** @param {any} parent @param {string} name @param {number} mode */
  const makeNode = (parent, name, mode) => {
    const node = FS.createNode(parent, name, mode, 0);
    node.node_ops = nodes;
    node.stream_ops = streams;
    return node;
  };
  const nodes = nodesOf(FS, handles, makeNode);
  const streams = streamsOf(FS, handles);
  FS.mkdirTree(where);
  FS.mount({ mount: () => makeNode(null, "/", 0o40700) }, {}, where);
}

/** @param {any} FS @param {number} number @returns {never} */
function refuse(FS, number) {
  throw new FS.ErrnoError(number);
}

/**
 * What Emscripten asks of files and folders.
 * @param {any} FS
 * @param {Record<string, Handle>} handles
 * @param {(parent: any, name: string, mode: number) => any} makeNode
 */
function nodesOf(FS, handles, makeNode) {
  const there = new Set(Object.keys(handles).filter((name) => handles[name].getSize() > 0));
  const forbidden = () => refuse(FS, EPERM);
  return {
    /** @param {any} node */
    getattr: (node) => attributes(node, FS.isDir(node.mode) ? undefined : handles[node.name]),
    /** @param {any} node @param {{size?: number, mode?: number}} attributes */
    setattr(node, { size, mode }) {
      if (size !== undefined) handles[node.name].truncate(size);
      if (mode !== undefined) node.mode = mode;
    },
    /** @param {any} parent @param {string} name */
    lookup: (parent, name) => (there.has(name) ? makeNode(parent, name, MODE) : refuse(FS, ENOENT)),
    /** @param {any} parent @param {string} name @param {number} mode */
    mknod(parent, name, mode) {
      if (!handles[name]) forbidden();
      there.add(name);
      return makeNode(parent, name, mode);
    },
    /** @param {any} parent @param {string} name */
    unlink(parent, name) {
      handles[name].truncate(0);
      handles[name].flush();
      there.delete(name);
    },
    readdir: () => [".", "..", ...there],
    rename: forbidden,
    rmdir: forbidden,
    symlink: forbidden,
  };
}

/** @param {any} node @param {Handle | undefined} handle  of a file */
function attributes(node, handle) {
  const size = handle ? handle.getSize() : 4096;
  const when = new Date(0);
  const times = { atime: when, mtime: when, ctime: when };
  const owner = { nlink: 1, uid: 0, gid: 0, rdev: 0 };
  return {
    dev: 77,
    ino: node.id,
    mode: node.mode,
    ...owner,
    size,
    ...times,
    blksize: 4096,
    blocks: Math.ceil(size / 4096),
  };
}

/** What Emscripten asks of open files. @param {any} FS @param {Record<string, Handle>} handles */
function streamsOf(FS, handles) {
  return {
    /**
     * @param {any} stream
     * @param {Uint8Array} buffer
     * @param {number} offset
     * @param {number} length
     * @param {number} position
     */
    read: (stream, buffer, offset, length, position) =>
      handles[stream.node.name].read(buffer.subarray(offset, offset + length), { at: position }),
    /**
     * @param {any} stream
     * @param {Uint8Array} buffer
     * @param {number} offset
     * @param {number} length
     * @param {number} position
     */
    write(stream, buffer, offset, length, position) {
      try {
        return handles[stream.node.name].write(buffer.subarray(offset, offset + length), { at: position });
      } catch {
        return refuse(FS, ENOSPC); // the browser gives this address no more room
      }
    },
    /** @param {any} stream @param {number} offset @param {number} whence */
    llseek(stream, offset, whence) {
      const from = [0, stream.position, handles[stream.node.name].getSize()][whence];
      return from + offset >= 0 ? from + offset : refuse(FS, EINVAL);
    },
    /** @param {any} stream */
    fsync(stream) {
      handles[stream.node.name].flush();
      return 0;
    },
  };
}
