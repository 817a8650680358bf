# One folder = one target. Flags are the same for every target of the project.
include_guard()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

option(SQUASHDESK_WERROR "Treat warnings as errors" OFF)
set(SQUASHDESK_SANITIZE "" CACHE STRING "Sanitizers, as given to -fsanitize=")

find_program(SQUASHDESK_CCACHE ccache)
if(SQUASHDESK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER "${SQUASHDESK_CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${SQUASHDESK_CCACHE}")
endif()

# Applies the warning and sanitizer flags of the project to one target.
function(squashdesk_flags target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 reports std::string concatenation (GCC bug 105651); nothing of ours.
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(SQUASHDESK_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(SQUASHDESK_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${SQUASHDESK_SANITIZE} -fno-omit-frame-pointer -g)
    target_link_options(${target} PRIVATE -fsanitize=${SQUASHDESK_SANITIZE})
  endif()
endfunction()

# squashdesk_library(name SOURCES a.cpp … LINKS target … PRIVATE_LINKS target …)
# A static library `sqd_<name>`; headers are included as "<folder>/<file>.h" from core/, or as "ui/…" from the top.
function(squashdesk_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  if(arg_SOURCES)
    add_library(sqd_${name} STATIC ${arg_SOURCES})
    target_link_libraries(sqd_${name} PUBLIC ${arg_LINKS} PRIVATE ${arg_PRIVATE_LINKS})
    target_include_directories(sqd_${name} PUBLIC "${PROJECT_SOURCE_DIR}/core")
    squashdesk_flags(sqd_${name})
  else()
    add_library(sqd_${name} INTERFACE)
    target_link_libraries(sqd_${name} INTERFACE ${arg_LINKS})
    target_include_directories(sqd_${name} INTERFACE "${PROJECT_SOURCE_DIR}/core")
  endif()
endfunction()

# squashdesk_test(name LABEL unit SOURCES a_test.cpp … LINKS sqd_x …): one gtest program, one CTest entry with that label.
function(squashdesk_test name)
  cmake_parse_arguments(arg "" "LABEL;TIMEOUT" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LINKS} GTest::gtest_main GTest::gmock)
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  squashdesk_flags(${name})
  # Optimising a test costs more time than it saves: twice the compile time, and the work is done in the engine's libraries.
  target_compile_options(${name} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O0>)
  add_test(NAME ${name} COMMAND ${name})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)  # a hang is found; a busy machine or a sanitizer is not one
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${arg_LABEL}" TIMEOUT ${arg_TIMEOUT})
endfunction()
