import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHome, findUserFolders } from './user-folders.ts';

test('data, cache and configuration are in the folders of the user, on Windows in the local application data', () => {
  assert.deepEqual(findUserFolders('win32', { LOCALAPPDATA: 'D:\\사용자\\Local' }, 'C:\\Users\\아로나'), {
    data: 'D:\\사용자\\Local\\Rollbook',
    cache: 'D:\\사용자\\Local\\Rollbook\\cache',
    config: 'D:\\사용자\\Local\\Rollbook\\config',
  });
  assert.equal(
    findUserFolders('win32', {}, 'C:\\Users\\a (b)').data,
    'C:\\Users\\a (b)\\AppData\\Local\\Rollbook',
  );
  assert.deepEqual(findUserFolders('darwin', {}, '/Users/arona'), {
    data: '/Users/arona/.local/share/rollbook',
    cache: '/Users/arona/.cache/rollbook',
    config: '/Users/arona/.config/rollbook',
  });
});

test('on Linux the variables of the XDG specification decide, unless they are empty or relative', () => {
  const env = { XDG_DATA_HOME: '/srv/data', XDG_CACHE_HOME: 'cache', XDG_CONFIG_HOME: '/srv/config' };
  assert.deepEqual(findUserFolders('linux', env, '/home/arona'), {
    data: '/srv/data/rollbook',
    cache: '/home/arona/.cache/rollbook',
    config: '/srv/config/rollbook',
  });
  assert.equal(
    findUserFolders('linux', { XDG_DATA_HOME: '' }, '/home/arona').data,
    '/home/arona/.local/share/rollbook',
  );
});

test('a home that is no absolute path is not believed', () => {
  const homes = ['/home/arona', '', 'home', '.'].map((named) => findHome(named, () => '/stored'));
  assert.deepEqual(homes, ['/home/arona', '/stored', '/stored', '/stored']);
});
